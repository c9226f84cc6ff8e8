/**
 * Which parts of a line are what, by the project's own events, for lines of an editor.
 */
import { isLineEvent, LINE_LIMIT_OCTETS, type LineEvent, LineParser } from 'robotstream/web';
import { encodeLine, LineWalk } from './octet-text.js';

/** What a part of a line is. */
export const COLOURS = [
  'user-agent-field',
  'rule-field',
  'sitemap-field',
  'other-field',
  'separator',
  'value',
  'pattern',
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

/** Remembers the lines of the last call, because typing changes one of those that are visible. */
export class LineColours {
  #known = new Map<string, readonly ColouredPart[]>();

  /**
   * The coloured parts of each line.
   *
   * @param startsFile whether the first of them is the first line of the file, where a byte order mark is skipped
   */
  of(lines: readonly string[], startsFile: boolean): (readonly ColouredPart[])[] {
    const fresh = lines.filter((line, index) => (startsFile && index === 0) || !this.#known.has(line));
    const parts = colouredParts(fresh, startsFile);
    let next = 0;
    const all = lines.map((line, index) => {
      const isFresh = (startsFile && index === 0) || !this.#known.has(line);
      return isFresh ? parts[next++] : (this.#known.get(line) as readonly ColouredPart[]);
    });
    this.#known = new Map(lines.map((line, index) => [line, all[index]]));
    return all;
  }
}

/** The coloured parts of each line, without a memory. */
export function colouredParts(lines: readonly string[], startsFile: boolean): (readonly ColouredPart[])[] {
  const encoded = lines.map((line) =>
    encodeLine(line.slice(0, LINE_LIMIT_OCTETS)).subarray(0, LINE_LIMIT_OCTETS),
  );
  const events = eventsOf(encoded, startsFile);
  return lines.map((line, index) => inCodeUnits(line, octetParts(encoded[index], events[index])));
}

/** The event of each line. The octets of a line have no terminator. */
function eventsOf(lines: readonly Uint8Array[], startsFile: boolean): LineEvent[] {
  const parser = new LineParser({ maxOctets: Infinity });
  // A line before the first keeps the parser from skipping what is no byte order mark further down.
  if (!startsFile) parser.write(Uint8Array.of(LF));
  const terminator = Uint8Array.of(LF);
  return lines.map((line) => {
    const [event] = [...parser.write(line), ...parser.write(terminator)].filter(isLineEvent);
    return event;
  });
}

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
      addPattern(octets, value.start - base, value.end - base, parts);
    } else parts.push({ from: value.start - base, to: value.end - base, colour: 'value' });
  } else if (event.type === 'invalid') parts.push({ from: start - base, to: commentFrom, colour: 'invalid' });
  if (event.comment !== null)
    parts.push({ from: commentFrom, to: event.comment.end - base, colour: 'comment' });
  return parts;
}

/** The wildcards and the anchor of a pattern, and what is between them. */
function addPattern(octets: Uint8Array, from: number, to: number, parts: OctetPart[]): void {
  let start = from;
  for (let at = from; at < to; at++) {
    const isAnchor = octets[at] === DOLLAR && at === to - 1;
    if (octets[at] !== STAR && !isAnchor) continue;
    parts.push({ from: start, to: at, colour: 'pattern' });
    parts.push({ from: at, to: at + 1, colour: isAnchor ? 'anchor' : 'wildcard' });
    start = at + 1;
  }
  parts.push({ from: start, to, colour: 'pattern' });
}

/** Parts of a line in code units, and the rest of the line that is past the line limit. */
function inCodeUnits(line: string, parts: readonly OctetPart[]): ColouredPart[] {
  const walk = new LineWalk(line);
  const coloured: ColouredPart[] = [];
  for (const { from, to, colour } of parts) {
    if (from >= to) continue;
    const start = walk.toOctet(from).units;
    coloured.push({ from: start, to: walk.toOctet(to).units, colour });
  }
  const read = walk.toOctet(LINE_LIMIT_OCTETS).units;
  if (read < line.length) coloured.push({ from: read, to: line.length, colour: 'unread' });
  return coloured;
}
