/**
 * A line as a row of eight integers. The scanner writes rows; documents, events and verdicts are made from them.
 * Seven of the integers are offsets or numbers, and one packs everything else about the line:
 *
 * ```
 *             ┌ START
 *             │ ┌ FIELD_START
 *             │ │       ┌ FIELD_END
 *             │ │       │ ┌ VALUE_START
 *             │ │       │ │             ┌ VALUE_END
 *             │ │       │ │             │             ┌ END
 *             ▼ ▼       ▼ ▼             ▼             ▼
 *    line 7   ··Disallow: /private/*.pdf··#·only·here CR LF
 *
 *    LINE    7
 *    FLAGS   RECORD, DISALLOW, SPELLED_EXACTLY, HAS_COMMENT, ENDS_WITH_CR, ENDS_WITH_LF
 * ```
 *
 * Offsets count from the start of the octets that were scanned, and an end is the offset of the octet after the last.
 * A row says what is in the line. Each profile decides what that means ({@link readingTable}), by a table whose index is nine bits of the row's
 * flags. Both are in this file, because who moves a bit changes both.
 * Other files import this one whole, as `Row`.
 */

import type { ReadingAxes } from '../profiles.js';

/** How many integers a row has. */
export const STRIDE = 8;
/** Everything about the line except its places: {@link Flags}. */
export const FLAGS = 0;
/** Where the line starts. */
export const START = 1;
export const FIELD_START = 2;
export const FIELD_END = 3;
export const VALUE_START = 4;
export const VALUE_END = 5;
/** Where the line ends: at its terminator, even if that lies past the line limit. */
export const END = 6;
/** The line's number in its file, from 1. */
export const LINE = 7;

declare const rowFlags: unique symbol;

/**
 * The flags of a row:
 *
 * ```
 *    bit   15   14             13–12        11        10           9        8            7–6       5–3        2–0
 *          –    BLANK_BEFORE   terminator   OVERLONG  HAS_COMMENT  HAS_NUL  HAS_CONTROL  spelling  directive  shape
 *                                                                           └────────── reading bits ───────────┘
 * ```
 */
export type Flags = number & { readonly [rowFlags]: true };

// The shapes: what the line's content looks like, without its comment.
const SHAPE_MASK = 0b111;
/** Only white space, or nothing. */
export const BLANK = 0;
/** Only a comment. */
export const COMMENT = 1;
/** `field ":" value`. */
export const RECORD = 2;
/** Two words with white space between them (docs/semantics.md §2.2). */
export const SPACED_RECORD = 3;
/** Neither a colon nor two words. */
export const NO_SEPARATOR = 4;
/** Nothing before the colon. */
export const EMPTY_FIELD = 5;

export const DIRECTIVE_SHIFT = 3;
const DIRECTIVE_MASK = 0b111;
const SPELLING_SHIFT = 6;
const SPELLING_MASK = 0b11;

/** The content has a forbidden control octet. */
export const HAS_CONTROL = 1 << 8;
/** One of the content's control octets is NUL. */
export const HAS_NUL = 1 << 9;
export const HAS_COMMENT = 1 << 10;
/** The line continues past the line limit. */
export const OVERLONG = 1 << 11;
/** There is a blank line without a row between this line and the row before it. */
export const BLANK_BEFORE = 1 << 14;

/** The line ends with LF, with CR, or with CR LF if it has both flags. Without either, it ends with the input. */
export const ENDS_WITH_LF = 1 << 12;
export const ENDS_WITH_CR = 1 << 13;
const TERMINATOR_SHIFT = 12;
const TERMINATOR_MASK = 0b11;
/** How lines can end, by those two flags. */
const TERMINATORS = ['', '\n', '\r', '\r\n'] as const;
/** How a line ends; `''` at the end of the input. */
export type Terminator = (typeof TERMINATORS)[number];

/** The flags that depend on the line's surroundings. */
const CONTEXT_MASK = ENDS_WITH_LF | ENDS_WITH_CR | BLANK_BEFORE;

/** The bits that decide how a profile reads the line: shape, directive, spelling and control octets. */
const READING_BITS = 9;
const READING_MASK = (1 << READING_BITS) - 1;

/** Writes where the parts of a line are to its row, which starts at an index in `ints`. */
export function writeParts(
  ints: Int32Array,
  at: number,
  fieldStart: number,
  fieldEnd: number,
  valueStart: number,
  valueEnd: number,
): void {
  ints[at + FIELD_START] = fieldStart;
  ints[at + FIELD_END] = fieldEnd;
  ints[at + VALUE_START] = valueStart;
  ints[at + VALUE_END] = valueEnd;
}

/** Writes everything else about a line to its row. */
export function writeLine(
  ints: Int32Array,
  at: number,
  flags: number,
  start: number,
  end: number,
  line: number,
): void {
  ints[at + FLAGS] = flags;
  ints[at + START] = start;
  ints[at + END] = end;
  ints[at + LINE] = line;
}

/** Adds a number of octets to each place in the rows `ints[from..to)`. */
export function moveRows(ints: Int32Array, octets: number, from = 0, to = ints.length): void {
  for (let at = from; at < to; at += STRIDE) {
    for (let column = START; column <= END; column++) ints[at + column] += octets;
  }
}

/** The integers of the row at an index of `ints`. */
export function integersOf(ints: Int32Array, at: number): number[] {
  return [
    ints[at + FLAGS],
    ints[at + START],
    ints[at + FIELD_START],
    ints[at + FIELD_END],
    ints[at + VALUE_START],
    ints[at + VALUE_END],
    ints[at + END],
    ints[at + LINE],
  ];
}

/** The flags of the row at an index of `ints`. */
export function flagsOf(ints: Int32Array, at: number): Flags {
  return ints[at + FLAGS] as Flags;
}

export function shapeOf(flags: Flags): number {
  return flags & SHAPE_MASK;
}

/** The directive that the field is, or that it starts like. */
export function directiveOf(flags: Flags): Directive {
  return ((flags >> DIRECTIVE_SHIFT) & DIRECTIVE_MASK) as Directive;
}

export function spellingOf(flags: Flags): Spelling {
  return ((flags >> SPELLING_SHIFT) & SPELLING_MASK) as Spelling;
}

/** Whether the field is a directive, or starts like one. */
export function isDirective(flags: number): boolean {
  return (flags & (DIRECTIVE_MASK << DIRECTIVE_SHIFT)) !== 0;
}

/** The flags for a field that is a directive, or starts like one. */
export function fieldFlags(directive: Directive, spelling: Spelling): Flags {
  return ((directive << DIRECTIVE_SHIFT) | (spelling << SPELLING_SHIFT)) as Flags;
}

export function terminatorOf(flags: Flags): Terminator {
  return TERMINATORS[(flags >> TERMINATOR_SHIFT) & TERMINATOR_MASK];
}

/** The flags that do not change when the line is read again. */
export function contextOf(flags: Flags): number {
  return flags & CONTEXT_MASK;
}

/** A user-agent line with a name that nothing matches (docs/semantics.md §3.3). */
export const UNUSABLE_USER_AGENT = 6;

/** What a profile makes of a line: a directive, none, or a user-agent line with an unusable name. */
export type Reading = Directive | typeof UNUSABLE_USER_AGENT;

/** Whether a line is a user-agent line, with a usable name or not (docs/semantics.md §3.3). */
export function isUserAgent(reading: Reading): boolean {
  return reading === USER_AGENT || reading === UNUSABLE_USER_AGENT;
}

/**
 * Whether a line ends the user-agent lines above it (docs/semantics.md §3.1): a rule, or what the profile groups as one.
 *
 * departs from RFC 9309 §2.2.4, by which other records do not interfere with groups, for Content-Usage: docs/semantics.md §7.1;
 * test/conformance/semantics.test.ts.
 */
export function endsUserAgents(reading: Reading): boolean {
  return isRule(reading) || reading === CONTENT_USAGE;
}

/** Whether a line is a rule. */
export function isRule(reading: Reading): reading is RuleDirective {
  return reading === ALLOW || reading === DISALLOW;
}

/** What is said of a line by its reading bits alone: a value for each combination of them. */
export type ReadingTable<Value = Reading> = readonly Value[];

/** A table of what `read` makes of each combination of the reading bits. */
export function tableOf<Value>(read: (flags: Flags) => Value): ReadingTable<Value> {
  return Array.from({ length: READING_MASK + 1 }, (_, bits) => read(bits as Flags));
}

/** What a table has for a row. */
export function readRow<Value>(flags: Flags, table: ReadingTable<Value>): Value {
  return table[flags & READING_MASK];
}

const readingTables = new WeakMap<ReadingAxes, ReadingTable>();

/** What a profile makes of rows. A profile's table is made once. */
export function readingTable(axes: ReadingAxes): ReadingTable {
  const known = readingTables.get(axes);
  if (known !== undefined) return known;
  const table = tableOf((flags) => readBits(flags, axes));
  readingTables.set(axes, table);
  return table;
}

/** Whether a profile reads a row as a field and a value, whatever the field (docs/semantics.md §2.2 and §1.6). */
export function isRecordUnder(flags: Flags, axes: ReadingAxes): boolean {
  return hasFieldAndValue(flags, axes) && !isRejected(flags, axes);
}

function hasFieldAndValue(flags: Flags, axes: ReadingAxes): boolean {
  const shape = shapeOf(flags);
  return shape === RECORD || (shape === SPACED_RECORD && axes.separator === 'colon-or-white-space');
}

function isRejected(flags: Flags, axes: ReadingAxes): boolean {
  return (flags & HAS_CONTROL) !== 0 && axes.controlOctets === 'reject-line';
}

/** docs/semantics.md §2.2, §2.3, §7.1 and §1.6 for one combination of the reading bits. */
function readBits(flags: Flags, axes: ReadingAxes): Reading {
  if (!hasFieldAndValue(flags, axes)) return NO_DIRECTIVE;

  const spelling = spellingOf(flags);
  if (spelling === MISSPELLED && axes.fieldMatch === 'exact') return NO_DIRECTIVE;
  if (spelling === SPELLED_AS_PREFIX && axes.fieldMatch !== 'prefix') return NO_DIRECTIVE;

  const directive = directiveOf(flags);
  if (directive === CONTENT_USAGE && axes.contentUsage === 'other-record') return NO_DIRECTIVE;
  if (!isRejected(flags, axes)) return directive;
  return directive === USER_AGENT ? UNUSABLE_USER_AGENT : NO_DIRECTIVE;
}

/** The names of the directives, in the order in which a field's start is compared with them. */
export const DIRECTIVE_NAMES = ['user-agent', 'allow', 'disallow', 'sitemap'] as const;

/** The name of a directive: a field that has a meaning in some profile. */
export type DirectiveName = (typeof DIRECTIVE_NAMES)[number];

/** The field is not a directive. */
export const NO_DIRECTIVE = 0;
export const USER_AGENT = 1;
export const ALLOW = 2;
export const DISALLOW = 3;
export const SITEMAP = 4;
/** A statement of usage preferences. Some profiles group it as a rule; it never decides about access (docs/semantics.md §7.1). */
export const CONTENT_USAGE = 5;

/**
 * A directive as a number that a row can hold: 0 for none, its index in {@link DIRECTIVE_NAMES} plus one, or
 * {@link CONTENT_USAGE}, which events and nodes show as any other record.
 */
export type Directive =
  | typeof NO_DIRECTIVE
  | typeof USER_AGENT
  | typeof ALLOW
  | typeof DISALLOW
  | typeof SITEMAP
  | typeof CONTENT_USAGE;

/** A directive that is a rule. */
export type RuleDirective = typeof ALLOW | typeof DISALLOW;

/** A row is a rule under every profile if it has these of the reading bits: a field spelled exactly, a colon, and no control octet. */
export const PLAIN_RULE: number = RECORD | (ALLOW << DIRECTIVE_SHIFT);
/** The reading bits but the one in which allow and disallow differ. */
export const PLAIN_RULE_MASK: number = READING_MASK & ~((ALLOW ^ DISALLOW) << DIRECTIVE_SHIFT);

/** The field is spelled as its document spells it. */
export const SPELLED_EXACTLY = 0;
/** The whole field is one of the accepted misspellings. */
export const MISSPELLED = 1;
/** The field starts with a known spelling and continues. */
export const SPELLED_AS_PREFIX = 2;

/** How a field spells its directive. */
type Spelling = typeof SPELLED_EXACTLY | typeof MISSPELLED | typeof SPELLED_AS_PREFIX;
