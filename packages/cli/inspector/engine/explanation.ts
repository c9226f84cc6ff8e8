/** One verdict, step by step, as plain data. The sentences are the library's. */
import { callerNamed } from 'robotstream/crawlers/internal';
import type { ExplainedAgentLine, ExplainedUrl, RobotsDocument, Usage, VerdictReason } from 'robotstream/web';
import { notesFor } from '../../src/crawler-notes.js';
import type { CellQuestion, LinePart, ReadingName } from './question.js';

/** A user-agent line, and what it means to the crawler. */
export interface AgentStep extends LinePart {
  readonly name: string;
  readonly reason: ExplainedAgentLine['reason'];
  /** Whether the crawler obeys the line's group because of it. */
  readonly counts: boolean;
  /** A sentence whose subject is the line. */
  readonly explanation: string;
}

/** A rule that matches. */
export interface RuleStep extends LinePart {
  readonly directive: 'allow' | 'disallow';
  readonly pattern: string;
  /** The pattern in the form in which it is compared. */
  readonly compared: string;
  /** The length that counts. */
  readonly octets: number;
  readonly decides: boolean;
}

/** A usage preference that the file states. */
export interface StatedPreference {
  readonly field: 'Content-Usage' | 'Content-Signal';
  /** Such as `train-ai`. */
  readonly category: string;
  readonly preference: 'allowed' | 'disallowed';
  /** The lines that decide. */
  readonly lines: readonly number[];
}

export interface CellExplanation extends CellQuestion {
  /** The profile by which the crawler is judged. */
  readonly profile: ReadingName;
  /** Whether that is its own, because none is chosen. */
  readonly isOwnReading: boolean;
  readonly allowed: boolean;
  readonly reason: VerdictReason;
  /** The verdict as one sentence. */
  readonly sentence: string;
  readonly agentLines: readonly AgentStep[];
  /** How many groups apply together. */
  readonly groupCount: number;
  /** How many rules these groups have. */
  readonly ruleCount: number;
  readonly compared: string;
  readonly changes: ExplainedUrl['changes'];
  /** In which order rules precede others: the longest first, or the first in the file. */
  readonly precedence: 'longest' | 'first';
  /** The rules that match, in order of precedence. */
  readonly rules: readonly RuleStep[];
  /** What the file says about the use of the content; empty if it says nothing, or the crawler may not fetch the URL. */
  readonly usage: readonly StatedPreference[];
  /** What the registry says about the crawler that the verdict does not show. */
  readonly notes: readonly string[];
  /** The parts of the file that decide: the user-agent line that selects the group, and the rule. */
  readonly marks: readonly LinePart[];
}

/**
 * Explains one verdict.
 *
 * @throws {TypeError} if the URL or the crawler is not accepted
 */
export function cellExplanation(
  document: RobotsDocument,
  { url, crawler, profile }: CellQuestion,
): CellExplanation {
  const caller = callerNamed(crawler);
  const [matcher] = document.matchers([caller], { profile });
  const explanation = matcher.explain(url);
  const { verdict, groups } = explanation;
  const own = matcher.profile.name as ReadingName;
  const agentLines = explanation.agentLines.map(
    ({ userAgent, reason, counts, explanation: sentence }): AgentStep => ({
      line: userAgent.line,
      start: userAgent.value.start,
      end: userAgent.value.end,
      name: userAgent.name,
      reason,
      counts,
      explanation: sentence,
    }),
  );
  const rules = explanation.rules.map(({ rule, compared, octets, decides }): RuleStep => {
    const { start, end } = rule.value.end > rule.value.start ? rule.value : rule.field;
    const { line, directive, pattern } = rule;
    return { line, start, end, directive, pattern, compared, octets, decides };
  });
  return {
    url,
    crawler,
    profile: own,
    isOwnReading: profile === undefined,
    allowed: verdict.allowed,
    reason: verdict.reason,
    sentence: verdict.explanation,
    agentLines,
    groupCount: groups.length,
    ruleCount: groups.reduce((sum, group) => sum + group.rules.length, 0),
    compared: explanation.url.compared,
    changes: explanation.url.changes,
    precedence: matcher.profile.rules.precedence,
    rules,
    usage: statedPreferences(document.usage(caller, url, { profile })),
    notes: notesFor(document, crawler, own),
    marks: explanation.decidedBy,
  };
}

function statedPreferences(usage: Usage): StatedPreference[] {
  if (!usage.applies) return [];
  const { contentUsage, contentSignal } = usage;
  return [
    ...stated('Content-Usage', contentUsage.categories),
    ...stated('Content-Signal', contentSignal.categories),
  ];
}

function stated(
  field: StatedPreference['field'],
  categories: {
    readonly [category: string]: { readonly preference: string; readonly lines: readonly number[] };
  },
): StatedPreference[] {
  return Object.entries(categories).flatMap(([category, { preference, lines }]) =>
    preference === 'allowed' || preference === 'disallowed' ? [{ field, category, preference, lines }] : [],
  );
}
