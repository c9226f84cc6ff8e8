/**
 * Where the path is in a URL that nobody reads first: as the reference matcher's `GetPathParamsQuery` takes it out of any text
 * (docs/semantics.md §5.7.1).
 */
import { COLON, HASH, NUL, QUESTION, SEMICOLON, SLASH } from '../../ascii.js';

/** Stands for "there is no path". */
export const NO_PATH = -1;

/**
 * Where the path begins in the text `text[textStart..textEnd)`, or {@link NO_PATH}. Two slashes at the start are passed over; `://` ends a
 * scheme if no `/`, `?` or `;` comes before it; the path begins at the next of these three, if no `#` comes before.
 */
export function asWrittenStart(text: Uint8Array, textStart: number, textEnd: number): number {
  const hasSlashes = textEnd >= textStart + 2 && text[textStart] === SLASH && text[textStart + 1] === SLASH;
  const searchStart = hasSlashes ? textStart + 2 : textStart;
  let start = pathMark(text, searchStart, textEnd);
  const isBehindScheme =
    start > searchStart &&
    start + 1 < textEnd &&
    text[start - 1] === COLON &&
    text[start] === SLASH &&
    text[start + 1] === SLASH;
  if (isBehindScheme) start = pathMark(text, start + 2, textEnd);
  for (let at = searchStart; at < start; at++) {
    if (text[at] === HASH) return NO_PATH;
  }
  return start === textEnd ? NO_PATH : start;
}

/** Where the path ends that begins at `start`: at `#`, or at a NUL, since the reference hands it on as a C string. */
export function asWrittenEnd(text: Uint8Array, start: number, textEnd: number): number {
  let end = start;
  while (end < textEnd && text[end] !== HASH && text[end] !== NUL) end++;
  return end;
}

/** Where the first of `/`, `?` and `;` is, or the end. */
function pathMark(text: Uint8Array, start: number, textEnd: number): number {
  let at = start;
  while (at < textEnd && text[at] !== SLASH && text[at] !== QUESTION && text[at] !== SEMICOLON) at++;
  return at;
}
