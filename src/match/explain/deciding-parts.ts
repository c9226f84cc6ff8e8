/**
 * The parts of a file that decide a verdict, for marking them.
 */
import type { Span } from '../../places.js';
import type { Verdict } from '../verdict.js';
import type { ExplainedAgentLine } from './agent-lines.js';
import type { MatchingRule } from './matching-rules.js';

/** A part of a line. Its offsets count octets from 0 at the start of the file. */
export interface DecidingPart extends Span {
  /** The line's number, from 1. */
  readonly line: number;
}

/** The user-agent line that makes the caller obey the group of the deciding rule, and the rule. */
export function decidingParts(
  agentLines: readonly ExplainedAgentLine[],
  [deciding]: readonly MatchingRule[],
  { reason }: Verdict,
): DecidingPart[] {
  if (reason === 'robots-txt') return [];
  const counted = agentLines.filter(({ counts }) => counts).map(({ userAgent }) => userAgent);
  if (deciding === undefined) return counted.slice(0, 1).map(({ line, value }) => partOf(line, value));
  const { line, field, value } = deciding.rule;
  const namedBy = counted.filter((userAgent) => userAgent.line < line).slice(-1);
  return [
    ...namedBy.map((userAgent) => partOf(userAgent.line, userAgent.value)),
    partOf(line, value.end > value.start ? value : field),
  ];
}

function partOf(line: number, { start, end }: Span): DecidingPart {
  return { line, start, end };
}
