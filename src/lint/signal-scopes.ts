/**
 * Where a change of a line could change which crawlers a `Content-Signal` below it is for (docs/semantics.md §7.5).
 */
import { toLower } from '../ascii.js';
import type { RobotsFile } from '../ast/file.js';
import { forEachRow } from '../ast/file.js';
import * as Row from '../stream/row.js';

/** In lower case. */
const CONTENT_SIGNAL = 'content-signal';

/**
 * The lines, by number, below which a `Content-Signal` follows with no user-agent line and no rule between that all profiles read. Whether
 * one of these lines is a sitemap, or a rule, can decide whether that `Content-Signal` is for everyone.
 */
export function linesAboveSignals(file: RobotsFile): Uint8Array {
  const above = new Uint8Array(file.lines.lineCount + 1);
  let first = 0;
  forEachRow(file, (rows, at) => {
    const flags = Row.flagsOf(rows, at);
    const line = rows[at + Row.LINE];
    if (isContentSignal(file.octets, rows[at + Row.FIELD_START], rows[at + Row.FIELD_END])) {
      above.fill(1, first, line);
      first = line;
    }
    const directive = Row.directiveOf(flags);
    const isOfGroup = directive === Row.USER_AGENT || directive === Row.ALLOW || directive === Row.DISALLOW;
    const isPlain = Row.shapeOf(flags) === Row.RECORD && Row.spellingOf(flags) === Row.SPELLED_EXACTLY;
    if (isOfGroup && isPlain && (flags & Row.HAS_CONTROL) === 0) first = line;
  });
  return above;
}

function isContentSignal(octets: Uint8Array, start: number, end: number): boolean {
  if (end - start !== CONTENT_SIGNAL.length) return false;
  for (let i = 0; i < CONTENT_SIGNAL.length; i++) {
    if (toLower(octets[start + i]) !== CONTENT_SIGNAL.charCodeAt(i)) return false;
  }
  return true;
}
