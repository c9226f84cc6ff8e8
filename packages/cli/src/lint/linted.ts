/**
 * A file that was linted, with what the output formats need to know about it.
 */
import type { RobotsDocument } from 'robotstream';
import type { Finding, FixedFinding, LintResult } from 'robotstream/lint';
import { lineBounds, lineTextStart } from '../../../command-line/src/line-bounds.js';
import type { Counted } from '../problem-text.js';

/** How serious a finding is. */
export type Severity = Finding['severity'];

export interface Linted {
  /** Its name: the file, or the URL of the robots.txt. */
  readonly name: string;
  /** Whether the name is a file that other programs can open. */
  readonly isFile: boolean;
  readonly document: RobotsDocument;
  readonly result: LintResult;
  /** What was fixed, or would be. */
  readonly fixed: readonly FixedFinding[];
}

/**
 * How many findings are not listed, by their severities.
 *
 * @param omitted how many of each rule are not listed
 */
export function notListed({ findings }: LintResult, omitted: LintResult['omitted']): readonly Counted[] {
  const severities = new Map(findings.map(({ rule, severity }) => [rule, severity]));
  return Array.from(omitted, ([rule, number]) => ({ severity: severities.get(rule) ?? 'info', number }));
}

/** Lines and columns of a span, by their names in SARIF. Lines count from 1. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** How columns count: octets of the file, or units of UTF-16 of its text, which begins after a byte order mark. Both from 1. */
export type ColumnUnit = 'octets' | 'utf-16';

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The region of a span that starts in a line. A span that includes the terminator of the line ends before the first column of
 * the next line.
 *
 * @param octets the whole file
 */
export function regionOf(
  octets: Uint8Array,
  line: number,
  span: { readonly start: number; readonly end: number },
  unit: ColumnUnit,
): Region {
  const start = Math.min(span.start, octets.length);
  const end = Math.min(Math.max(span.end, start), octets.length);
  const bounds = lineBounds(octets, start);
  const lineStart = unit === 'octets' ? bounds.start : lineTextStart(octets, start);
  const columnOf = (offset: number): number => {
    const before = octets.subarray(lineStart, Math.max(lineStart, offset));
    return 1 + (unit === 'octets' ? before.length : decoder.decode(before).length);
  };
  const startColumn = columnOf(start);
  if (end > bounds.end) return { startLine: line, startColumn, endLine: line + 1, endColumn: 1 };
  return { startLine: line, startColumn, endLine: line, endColumn: columnOf(end) };
}
