/**
 * `Content-Signal` (contentsignals.org; draft-romm-aipref-contentsignals-00): what its keys say about a URL.
 */

import { EQUALS, isWhiteSpace } from '../ascii.js';
import type { Span } from '../octets.js';
import { decodeText } from '../stream/octet-text.js';
import { type CategoryPreference, combined, type Stated } from './preference.js';
import type { UsageStatement } from './statements.js';
import { COMMA } from './structured-fields.js';
import type { TriedPatterns, UsageLine } from './tried-patterns.js';
import { SIGNAL_CATEGORIES, SIGNAL_USES, type SignalCategory, type SignalUse } from './vocabularies.js';

/** A key or a value that is not known. It is kept, and counts as unknown. */
export interface UnknownSignal {
  /** In lower case. */
  readonly key: string;
  /** As written, without white space around it; empty if there is none. */
  readonly value: string;
  readonly line: number;
}

/** What `Content-Signal` says about a URL. */
export interface ContentSignal {
  readonly categories: { readonly [category in SignalCategory]: CategoryPreference };
  /** The key `use`. If several lines state it differently, the narrowest counts. */
  readonly use: { readonly value: SignalUse | 'unknown'; readonly lines: readonly number[] };
  readonly unknownSignals: readonly UnknownSignal[];
}

/** `key=value`, one of several in a line. */
interface Signal {
  /** In lower case. */
  readonly key: string;
  readonly value: string;
  /** Where it is in the file, without white space around it. */
  readonly span: Span;
}

/** Splits the preference of a statement: `search=yes, ai-train=no`. Empty parts are left out. */
export function* signalsOf({ preference, preferenceStart }: UsageStatement): Generator<Signal, void> {
  for (let at = 0; at < preference.length; at++) {
    const comma = preference.indexOf(COMMA, at);
    const [start, end] = trimmedBounds(preference, at, comma < 0 ? preference.length : comma);
    at = comma < 0 ? preference.length : comma;
    if (start === end) continue;
    const sign = preference.subarray(0, end).indexOf(EQUALS, start);
    const equals = sign < 0 ? end : sign;
    const key = trimmedText(preference, start, equals);
    const value = trimmedText(preference, Math.min(equals + 1, end), end);
    const span = { start: preferenceStart + start, end: preferenceStart + end };
    yield { key: key.toLowerCase(), value, span };
  }
}

/** The text of `octets[start..end)` without white space at its ends (docs/semantics.md §1.5): a no-break space is none. */
function trimmedText(octets: Uint8Array, start: number, end: number): string {
  return decodeText(octets.subarray(...trimmedBounds(octets, start, end)));
}

/** The bounds of `octets[start..end)` without white space at its ends. */
function trimmedBounds(octets: Uint8Array, start: number, end: number): [start: number, end: number] {
  let [first, last] = [start, end];
  while (first < last && isWhiteSpace(octets[first])) first++;
  while (last > first && isWhiteSpace(octets[last - 1])) last--;
  return [first, last];
}

/** The signals with a meaning, each with a bit of its own. */
const SIGNAL_BITS: ReadonlyMap<string, number> = new Map(
  [
    ...SIGNAL_CATEGORIES.flatMap((category) => [`${category}=yes`, `${category}=no`]),
    ...SIGNAL_USES.map((use) => `use=${use}`),
  ].map((signal, nth) => [signal, 1 << nth]),
);

/** The bit of a signal; 0 if its key is not known, or its value is none that the key can have. */
function bitOf(key: string, value: string): number {
  return SIGNAL_BITS.get(`${key}=${value}`) ?? 0;
}

/** Whether a key is known, and its value one that it can have. */
export function isKnownSignal({ key, value }: Signal): boolean {
  return bitOf(key, value.toLowerCase()) !== 0;
}

/** What a `Content-Signal` line states, however often. */
interface ReadSignals {
  /** The bits of its known signals. */
  readonly stated: number;
  readonly unknown: readonly UnknownSignal[];
}

/** A `Content-Signal` line of a document. */
export interface SignalLine extends UsageLine, ReadSignals {}

/** Reads a statement. A signal that is not known is listed once, too. */
export function readSignals(statement: UsageStatement): ReadSignals {
  const { line } = statement;
  const unknown = new Map<string, UnknownSignal>();
  let stated = 0;
  for (const { key, value } of signalsOf(statement)) {
    const bit = bitOf(key, value.toLowerCase());
    stated |= bit;
    if (bit === 0) unknown.set(`${key}=${value}`, { key, value, line });
  }
  return { stated, unknown: [...unknown.values()] };
}

/**
 * What applies to a URL, key by key: the lines of the crawler's own groups decide; for other keys, those for everyone
 * do (docs/semantics.md §7.5).
 */
export function contentSignalOf(
  own: readonly SignalLine[],
  common: readonly SignalLine[],
  url: TriedPatterns,
): ContentSignal {
  /** The lines that apply of those that state one of some signals. */
  const applying = (signals: number): readonly SignalLine[] => {
    const stating = (lines: readonly SignalLine[]) => lines.filter(({ stated }) => (stated & signals) !== 0);
    const ofOwn = url.linesFor(stating(own));
    return ofOwn.length > 0 ? ofOwn : url.linesFor(stating(common));
  };
  const categories = SIGNAL_CATEGORIES.map((category) => {
    const [yes, no] = [bitOf(category, 'yes'), bitOf(category, 'no')];
    const lines = applying(yes | no);
    return [
      category,
      combined([...statementsOf(lines, yes, true), ...statementsOf(lines, no, false)]),
    ] as const;
  });
  return {
    categories: Object.fromEntries(categories) as { [category in SignalCategory]: CategoryPreference },
    use: narrowestUse(applying(SIGNAL_USES.reduce((bits, use) => bits | bitOf('use', use), 0))),
    unknownSignals: [...own, ...common].flatMap(({ unknown }) => unknown),
  };
}

/** A statement for each line with a signal. */
function statementsOf(lines: readonly SignalLine[], signal: number, allows: boolean): Stated[] {
  return lines.filter(({ stated }) => (stated & signal) !== 0).map(({ line }) => ({ allows, line }));
}

function narrowestUse(lines: readonly SignalLine[]): ContentSignal['use'] {
  for (const use of SIGNAL_USES) {
    const deciding = lines.filter(({ stated }) => (stated & bitOf('use', use)) !== 0);
    if (deciding.length > 0) return { value: use, lines: deciding.map(({ line }) => line) };
  }
  return { value: 'unknown', lines: [] };
}
