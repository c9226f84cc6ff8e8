/**
 * Finds the end of a character that consists of several code points. The build replaces CodeMirror's tables with it, since browsers
 * have newer tables. A browser without `Intl.Segmenter` treats each code point as a character.
 */

/** How many code units around a position are examined. The longest emoji have fewer. */
const WINDOW_UNITS = 64;

const segmenter = typeof Intl.Segmenter === 'function' ? new Intl.Segmenter() : null;

/**
 * The nearest end of a character in a text.
 *
 * @param position where to look from, in code units
 * @param forward whether to look after the position, or before it
 * @param includeExtending whether marks after a letter are a part of the character; default true
 */
export function findClusterBreak(
  text: string,
  position: number,
  forward = true,
  includeExtending = true,
): number {
  const start = pairStart(text, Math.max(0, position - WINDOW_UNITS));
  const part = text.slice(start, position + WINDOW_UNITS);
  const index = position - start;
  if (forward ? index >= part.length : index <= 0) return position;
  const inside = forward ? index : index - 1;
  const cluster = segmenter?.segment(part).containing(inside);
  if (cluster !== undefined && (includeExtending || !LETTER_WITH_MARKS.test(cluster.segment))) {
    return start + cluster.index + (forward ? cluster.segment.length : 0);
  }
  const from = pairStart(part, inside);
  return start + from + (forward ? String.fromCodePoint(part.codePointAt(from) as number).length : 0);
}

/** A letter with marks, which is split if marks do not belong to their letter. */
const LETTER_WITH_MARKS = /^\P{M}[\p{M}\p{Emoji_Modifier}]+$/u;

/** The index itself; one less if it is between the halves of a surrogate pair. */
function pairStart(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
