/**
 * Tags of HTML, which some programs take out of a file.
 */
import { type LineEnds, linesOf } from './lines.js';
import type { Part } from './reader.js';

/** What is between `<` and the next `>` of its line, with both, if it is not empty. */
export function* tagsOf(text: string, ends: LineEnds): Generator<Part> {
  for (const { start, end } of linesOf(text, ends)) {
    const line = text.slice(start, end);
    let close = -1;
    for (let open = line.indexOf('<'); open >= 0; ) {
      if (close < open) close = line.indexOf('>', open);
      if (close < 0) break;
      const isEmpty = close === open + 1;
      if (!isEmpty) yield { start: start + open, end: start + close + 1 };
      open = line.indexOf('<', close);
    }
  }
}
