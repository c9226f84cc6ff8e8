/**
 * Where the path is in a URL that is not parsed: `google` takes it out of any text, as the reference matcher's
 * `GetPathParamsQuery` does (docs/semantics.md §5.7.1).
 */
import { COLON, HASH, NUL, QUESTION, SEMICOLON, SLASH } from '../../ascii.js';

/** The place of the path if there is none. */
export const NO_PATH = -1;

/**
 * Finds where the path begins in `text[textStart..textEnd)`. Two slashes at the start are skipped. A scheme ends with `://`
 * if no `/`, `?` or `;` precedes it. The path begins at the next of these three, unless a `#` precedes it.
 *
 * @returns {@link NO_PATH} if there is no path
 */
export function asWrittenStart(text: Uint8Array, textStart: number, textEnd: number): number {
  const hasSlashes = textEnd >= textStart + 2 && text[textStart] === SLASH && text[textStart + 1] === SLASH;
  const searchStart = hasSlashes ? textStart + 2 : textStart;
  let start = firstDelimiter(text, searchStart, textEnd);
  const endsScheme =
    start + 1 < textEnd && text[start] === SLASH && text[start + 1] === SLASH && text[start - 1] === COLON;
  if (endsScheme) start = firstDelimiter(text, start + 2, textEnd);
  for (let at = searchStart; at < start; at++) {
    if (text[at] === HASH) return NO_PATH;
  }
  return start === textEnd ? NO_PATH : start;
}

/** Finds where a path ends: at `#`, or at a NUL, because the reference matcher passes the path on as a C string. */
export function asWrittenEnd(text: Uint8Array, start: number, textEnd: number): number {
  let end = start;
  while (end < textEnd && text[end] !== HASH && text[end] !== NUL) end++;
  return end;
}

/** The place of the first `/`, `?` or `;`, or the end. */
function firstDelimiter(text: Uint8Array, start: number, textEnd: number): number {
  let at = start;
  while (at < textEnd && text[at] !== SLASH && text[at] !== QUESTION && text[at] !== SEMICOLON) at++;
  return at;
}
