/**
 * Lines of a file by their numbers.
 */
import type { LineEvent, RobotsDocument } from 'robotstream';

/** Finds lines by number in one pass; the numbers must not decrease. */
export function lineFinder(document: RobotsDocument): (line: number) => LineEvent | undefined {
  const lines = document.lines()[Symbol.iterator]();
  let last = lines.next();
  return (line) => {
    while (last.done !== true && last.value.line < line) last = lines.next();
    return last.done !== true && last.value.line === line ? last.value : undefined;
  };
}
