/**
 * The query form of a part of a pattern: docs/semantics.md §5.2, "Escapes after `*`".
 *
 * A part after a `*` may match in the path of a URL or in its query. In the query, `%3A` `%2F` `%3F` `%40` `%27` equal the
 * octets that they encode. The canonical form of a URL has none of these escapes in its query, so a part matches in one of two
 * forms:
 *
 * - as it is, anywhere;
 * - with all of these escapes decoded, its *query form*, where it begins within the query.
 *
 * There is no mixture. In a mixture, the part would begin in the path and have an escape in the query, so the `?` that begins
 * the query would be a `?` of the part, before the escape. But after a `?`, a pattern's escapes are decoded.
 */
import { PERCENT, QUESTION } from '../../ascii.js';
import { isQueryData } from '../url/octet-kinds.js';
import { tripletValue } from '../url/write-octets.js';

const TRIPLET_OCTETS = 3;

/**
 * Writes the query form of a part.
 *
 * @param text the part is `text[start..end)`, in canonical form
 * @param to where in `into` to write it; it needs no more room than the part has
 * @returns where it ends in `into`
 */
export function writeQueryForm(
  text: Uint8Array,
  start: number,
  end: number,
  into: Uint8Array,
  to: number,
): number {
  let length = to;
  for (let at = start; at < end; at++) {
    // In canonical form, two hex digits follow every `%`.
    const value = text[at] === PERCENT ? tripletValue(text[at + 1], text[at + 2]) : -1;
    if (value >= 0 && isQueryData(value)) {
      into[length++] = value;
      at += TRIPLET_OCTETS - 1;
    } else {
      into[length++] = text[at];
    }
  }
  return length;
}

/** Finds where the query of a path begins, after its first `?`; `end` if it has none. */
export function queryStartOf(path: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (path[at] === QUESTION) return at + 1;
  return end;
}
