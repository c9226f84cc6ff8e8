/**
 * The syntax colours of lines, from the project's own line events.
 */

import { joinedOctets } from 'robotstream/internal';
import { LINE_LIMIT_OCTETS, type LineEvent, parseSync } from 'robotstream/web';
import { encodeLine, LineWalk } from './octet-text.js';

/** What a part of a line is. Values have no colour of their own. */
export const COLOURS = [
  'user-agent-field',
  'rule-field',
  'sitemap-field',
  'other-field',
  'separator',
  'wildcard',
  'anchor',
  'comment',
  'invalid',
  'unread',
] as const;

export type Colour = (typeof COLOURS)[number];

/** A part of a line, in code units from its start. Parts are in order and do not overlap. */
export interface ColouredPart {
  readonly from: number;
  readonly to: number;
  readonly colour: Colour;
}

const LF = 0x0a;
const COLON = 0x3a;
const STAR = 0x2a;
const DOLLAR = 0x24;

const FIELD_COLOURS: { readonly [type in LineEvent['type']]?: Colour } = {
  'user-agent': 'user-agent-field',
  allow: 'rule-field',
  disallow: 'rule-field',
  sitemap: 'sitemap-field',
  other: 'other-field',
};

/** A part of a line in octets from the line's start. */
interface OctetPart {
  readonly from: number;
  readonly to: number;
  readonly colour: Colour;
}

/** A line of which only the first octets are read. */
interface ReadLine {
  readonly parts: readonly ColouredPart[];
  /** How many code units are within the line limit. */
  readonly readUnits: number;
}

/** Remembers the lines of the last call, because typing changes one of those that are visible. */
export class LineColours {
  #known = new Map<string, ReadLine>();

  /**
   * The coloured parts of each line.
   *
   * @param startsFile whether the first of them is the first line of the file, where a byte order mark is skipped
   */
  of(lines: readonly string[], startsFile: boolean): (readonly ColouredPart[])[] {
    const read = lines.map((line) => line.slice(0, LINE_LIMIT_OCTETS));
    const isFresh = (line: string, index: number): boolean =>
      (startsFile && index === 0) || !this.#known.has(line);
    const fresh = readLines(read.filter(isFresh), startsFile).values();
    const known = read.map((line, index) =>
      isFresh(line, index) ? (fresh.next().value as ReadLine) : (this.#known.get(line) as ReadLine),
    );
    const entries = read.map((line, index) => [line, known[index]] as const);
    // The first line of a file may be read differently from the same line elsewhere.
    this.#known = new Map(startsFile ? entries.slice(1) : entries);
    return known.map(({ parts, readUnits }, index) => {
      const to = lines[index].length;
      return readUnits < to ? [...parts, { from: readUnits, to, colour: 'unread' }] : parts;
    });
  }
}

function readLines(lines: readonly string[], startsFile: boolean): ReadLine[] {
  const encoded = lines.map((line) => encodeLine(line).subarray(0, LINE_LIMIT_OCTETS));
  const events = eventsOf(encoded, startsFile);
  return lines.map((line, index) => inCodeUnits(line, octetParts(encoded[index], events[index])));
}

/** The event of each line. The octets of a line have no terminator. */
function eventsOf(lines: readonly Uint8Array[], startsFile: boolean): LineEvent[] {
  // An extra line before the first keeps the parser from skipping octets that are a byte order mark only at the start
  // of a file.
  const before = startsFile ? [] : [NO_OCTETS];
  const octets = joinedOctets([...before, ...lines].flatMap((line) => [line, LINE_FEED]));
  return [...parseSync(octets, { maxOctets: Infinity }).lines()].slice(before.length);
}

const NO_OCTETS = new Uint8Array();
const LINE_FEED = Uint8Array.of(LF);

function octetParts(octets: Uint8Array, event: LineEvent): OctetPart[] {
  const { start, end } = event.span;
  // With a byte order mark, the line starts after it.
  const base = start - (octets.length - (end - start));
  const commentFrom = (event.comment?.start ?? end) - base;
  const parts: OctetPart[] = [];
  const fieldColour = FIELD_COLOURS[event.type];
  if (fieldColour !== undefined && 'field' in event) {
    const { field, value } = event;
    parts.push({ from: field.start - base, to: field.end - base, colour: fieldColour });
    const colon = octets.indexOf(COLON, field.end - base);
    if (colon >= 0 && colon < value.start - base)
      parts.push({ from: colon, to: colon + 1, colour: 'separator' });
    if (event.type === 'allow' || event.type === 'disallow') {
      addWildcards(octets, value.start - base, value.end - base, parts);
    }
  } else if (event.type === 'invalid') parts.push({ from: start - base, to: commentFrom, colour: 'invalid' });
  if (event.comment !== null)
    parts.push({ from: commentFrom, to: event.comment.end - base, colour: 'comment' });
  return parts;
}

/** How many wildcards of a line have a colour. A person writes a few; thousands would slow down the browser. */
const MAX_WILDCARDS = 20;

/** The wildcards of a pattern, and its anchor. */
function addWildcards(octets: Uint8Array, from: number, to: number, parts: OctetPart[]): void {
  let count = 0;
  for (
    let at = octets.indexOf(STAR, from);
    at >= 0 && at < to && count < MAX_WILDCARDS;
    at = octets.indexOf(STAR, at + 1)
  ) {
    parts.push({ from: at, to: at + 1, colour: 'wildcard' });
    count++;
  }
  if (octets[to - 1] === DOLLAR) parts.push({ from: to - 1, to, colour: 'anchor' });
}

/** Parts of a line in code units. */
function inCodeUnits(line: string, octetParts: readonly OctetPart[]): ReadLine {
  const walk = new LineWalk(line);
  const parts = octetParts
    .filter(({ from, to }) => from < to)
    .map(({ from, to, colour }) => ({ from: walk.toOctet(from).units, to: walk.toOctet(to).units, colour }));
  return { parts, readUnits: walk.toOctet(LINE_LIMIT_OCTETS).units };
}
