/**
 * The answers that crawlers share if they obey the same groups of a file. Most crawlers obey the groups for `*`.
 */
import type { RuleTable } from '../../ast/groups.js';
import type { ProfileRules, VerdictReason } from '../../match/caller-rules.js';
import { Matcher, rulesOf } from '../../match/matcher.js';
import type { Callers } from '../../match/select/callers.js';
import type { Profile } from '../../profiles.js';
import { fileOf, type RobotsDocument, usageUnder } from '../../robots-document.js';
import type { CategoryPreference } from '../../usage/preference.js';
import { UsageQuestion } from '../../usage/usage.js';
import { DEFAULT_VOCABULARY } from '../../usage/vocabularies.js';
import { crawlDelayOf } from './crawl-delay.js';
import { type RareFields, rareFieldsOf } from './rare-fields.js';
import { type Restriction, restrictionOf } from './restriction.js';

/** The verdict on a path, as a row has it. */
interface PathVerdict {
  readonly allowed: boolean;
  /** The line of the deciding rule; 0 if no rule decides. */
  readonly line: number;
  readonly directive: 'allow' | 'disallow' | null;
  readonly pattern: string | null;
  readonly reason: VerdictReason;
}

/** What the rules that a crawler obeys say. */
interface RulesVerdicts {
  readonly restriction: Restriction;
  /** In the order of the paths. */
  readonly verdicts: readonly PathVerdict[];
}

/** What a file says to a crawler. */
export interface Answers extends RulesVerdicts {
  readonly selectedBy: (typeof SELECTED_BY)[keyof typeof SELECTED_BY];
  /** In seconds; null if there is none. */
  readonly crawlDelay: number | null;
  /** In the order of the paths, what is stated about the use of the content, for paths that the crawler may not fetch, too. */
  readonly statedUsages: readonly (readonly string[])[];
}

const SELECTED_BY = { name: 'token', wildcard: 'star', nothing: 'none' } as const;

/** What a file says to several crawlers about some paths. */
export class SharedAnswers {
  readonly #paths: readonly string[];
  readonly #view: ProfileRules;
  readonly #rareFields: RareFields;
  /** About each path. */
  readonly #usageQuestions: readonly UsageQuestion[];
  readonly #byRules = new Map<RuleTable, RulesVerdicts>();
  /** The answers to crawlers that no group names. */
  readonly #unnamed: { wildcard?: Answers; nothing?: Answers } = {};

  constructor(document: RobotsDocument, paths: readonly string[], profile: Profile) {
    this.#paths = paths;
    this.#view = rulesOf(document.matcher({ agents: '*', profile })).view;
    this.#rareFields = rareFieldsOf(fileOf(document));
    const usage = usageUnder(document, profile);
    const reading = { vocabulary: DEFAULT_VOCABULARY, ofHeader: undefined };
    this.#usageQuestions = paths.map((path) => new UsageQuestion(usage, path, reading));
  }

  of(callers: Callers): Answers {
    const { selectedBy } = this.#view.selectionOf(callers);
    if (selectedBy !== 'name') {
      const known = this.#unnamed[selectedBy];
      if (known !== undefined) return known;
    }
    const answers = this.#answers(new Matcher(this.#view, callers));
    if (selectedBy !== 'name') this.#unnamed[selectedBy] = answers;
    return answers;
  }

  #answers(matcher: Matcher): Answers {
    const { restriction, verdicts } = this.#verdicts(matcher);
    const rules = rulesOf(matcher);
    const { crawlDelays } = this.#rareFields;
    return {
      restriction,
      verdicts,
      selectedBy: SELECTED_BY[rules.selection.selectedBy],
      crawlDelay: crawlDelays.length === 0 ? null : crawlDelayOf(rules, crawlDelays),
      statedUsages: this.#usageQuestions.map((question) => this.#usage(matcher, question)),
    };
  }

  #verdicts(matcher: Matcher): RulesVerdicts {
    const { table } = rulesOf(matcher).compiled;
    let known = this.#byRules.get(table);
    if (known === undefined) {
      const verdicts = this.#paths.map((path) => pathVerdict(matcher, path));
      known = { restriction: restrictionOf(matcher), verdicts };
      this.#byRules.set(table, known);
    }
    return known;
  }

  /** The preferences that are stated, each as one text. */
  #usage(matcher: Matcher, question: UsageQuestion): readonly string[] {
    if (!this.#rareFields.hasUsage) return NOTHING_STATED;
    const usage = question.stated(matcher);
    return [
      ...statedIn('content-usage', usage.contentUsage.categories),
      ...statedIn('content-signal', usage.contentSignal.categories),
    ];
  }
}

function pathVerdict(matcher: Matcher, path: string): PathVerdict {
  const { allowed, rule, reason } = matcher.check(path);
  if (rule === null) return { allowed, line: 0, directive: null, pattern: null, reason };
  const { line, directive, pattern } = rule;
  return { allowed, line, directive, pattern, reason };
}

const NOTHING_STATED: readonly string[] = [];

function statedIn(field: string, categories: Readonly<Record<string, CategoryPreference>>): string[] {
  return Object.entries(categories)
    .filter(([, { preference }]) => preference !== 'unknown')
    .map(([category, { preference }]) => `${field}:${category}=${preference}`);
}
