/**
 * A path that two patterns match.
 */
import { STAR } from '../ascii.js';

/** A wildcard in a split pattern. */
const ANY = -1;

/**
 * A path that both patterns match, or `null` if there is none. The work is the product of their lengths.
 *
 * @param first in canonical form: every `*` is a wildcard, and a final `$` the anchor
 * @param second in the same form
 */
export function commonPath(first: string, second: string): string | null {
  const a = takenApart(first);
  const b = takenApart(second);
  const width = b.length + 1;
  const end = a.length * width + b.length;
  /** For each pair of places that was reached: the pair before it, and the octet between them, if any. */
  const before = new Int32Array((a.length + 1) * width).fill(ANY);
  const octets = new Int32Array((a.length + 1) * width).fill(ANY);
  const queue = [0];
  before[0] = 0;
  const reach = (from: number, to: number, octet: number): void => {
    if (before[to] !== ANY) return;
    before[to] = from;
    octets[to] = octet;
    queue.push(to);
  };
  for (const at of queue) {
    if (at === end) break;
    const i = Math.floor(at / width);
    const j = at % width;
    const left = i < a.length ? a[i] : undefined;
    const right = j < b.length ? b[j] : undefined;
    if (left === ANY) reach(at, at + width, ANY);
    if (right === ANY) reach(at, at + 1, ANY);
    if (left === undefined || right === undefined) continue;
    if (left !== ANY && right !== ANY) {
      if (left === right) reach(at, at + width + 1, left);
    } else if (left !== ANY) reach(at, at + width, left);
    else if (right !== ANY) reach(at, at + 1, right);
  }
  return before[end] === ANY ? null : readBack(end, before, octets);
}

/** The octets of a pattern, `ANY` for a wildcard. A pattern without an anchor ends with one. */
function takenApart(pattern: string): number[] {
  const isAnchored = pattern.endsWith('$');
  const parts = Array.from(isAnchored ? pattern.slice(0, -1) : pattern, (character) =>
    character.charCodeAt(0) === STAR ? ANY : character.charCodeAt(0),
  );
  return isAnchored ? parts : [...parts, ANY];
}

function readBack(end: number, before: Int32Array, octets: Int32Array): string {
  const characters: string[] = [];
  for (let at = end; at !== 0; at = before[at]) {
    if (octets[at] !== ANY) characters.push(String.fromCharCode(octets[at]));
  }
  const path = characters.reverse().join('');
  return path.startsWith('/') ? path : `/${path}`;
}
