/**
 * The answers that crawlers share if they obey the same groups of a file. Most crawlers obey the groups for `*`.
 */

import type { Profile, RobotsDocument } from 'robotstream';
import type { Callers, RobotsFile } from 'robotstream/internal';
import {
  DEFAULT_VOCABULARY,
  fileOf,
  firstValue,
  Matcher,
  type ProfileRules,
  parseCrawlDelay,
  rulesOf,
  UsageQuestion,
  usageUnder,
  viewUnder,
} from 'robotstream/internal';
import type { RowOf } from '../tables.js';
import { FileRules, isEqual } from './file-rules.js';
import { statedIn } from './stated-usage.js';

type VerdictCells = RowOf<'verdicts'>;

/** What a capture says to a crawler about a path. */
export type Answer = Pick<
  VerdictCells,
  | 'allowed'
  | 'line'
  | 'directive'
  | 'pattern'
  | 'reason'
  | 'selectedBy'
  | 'restriction'
  | 'refusedShare'
  | 'crawlDelay'
  | 'appliedUsage'
  /** Also for paths that the crawler may not fetch. */
  | 'statedUsage'
>;

/** The verdict on a path. */
type PathVerdict = Pick<Answer, 'allowed' | 'line' | 'directive' | 'pattern' | 'reason'>;

/** Whether a file may have crawl delays, and usage preferences. */
interface Mentions {
  readonly delay: boolean;
  readonly usage: boolean;
}

/** The groups of a crawler. */
type Selection = ReturnType<ProfileRules['selectionOf']>;

const SELECTED_BY = { name: 'token', wildcard: 'star', nothing: 'none' } as const;

/** What a file says to several crawlers about some paths. */
export class SharedAnswers {
  readonly #paths: readonly string[];
  readonly #view: ProfileRules;
  /** The rules of all groups. */
  readonly rules: FileRules;
  /** What the file may have. */
  readonly mentions: Mentions;
  /** About each path; undefined if the file states no usage preferences. */
  readonly #usageQuestions: readonly UsageQuestion[] | undefined;
  /** The answers to the crawlers so far, each once. */
  readonly #known: { readonly selection: Selection; readonly answers: readonly Answer[] }[] = [];

  /** @param others those of the same file under another profile */
  constructor(document: RobotsDocument, paths: readonly string[], profile: Profile, others?: SharedAnswers) {
    this.#paths = paths;
    this.#view = viewUnder(document, profile);
    this.rules = FileRules.of(this.#view, others?.rules);
    this.mentions = others?.mentions ?? mentionsIn(fileOf(document));
    this.#usageQuestions = this.mentions.usage ? usageQuestions(document, paths, profile) : undefined;
  }

  /** What the file says to a crawler, in the order of the paths. */
  of(callers: Callers): readonly Answer[] {
    const selection = this.#view.selectionOf(callers);
    for (const known of this.#known) if (this.#areAlike(known.selection, selection)) return known.answers;
    const answers = this.#answers(new Matcher(this.#view, callers));
    this.#known.push({ selection, answers });
    return answers;
  }

  /** Whether two crawlers get the same answers. Of a group, some records are only for the user-agent lines above them. */
  #areAlike(one: Selection, other: Selection): boolean {
    if (one === other) return true;
    if (one.selectedBy !== other.selectedBy || !isEqual(one.groups, other.groups)) return false;
    return !(this.mentions.delay || this.mentions.usage) || isEqual(one.agentRows, other.agentRows);
  }

  #answers(matcher: Matcher): readonly Answer[] {
    const { restriction, refusedShare } = this.rules.refusedTo(matcher);
    const rules = rulesOf(matcher);
    const delays = this.mentions.delay ? rules.extensions('crawl-delay') : [];
    const selectedBy = SELECTED_BY[rules.selection.selectedBy];
    const crawlDelay = firstValue(delays, parseCrawlDelay) ?? null;
    return this.#paths.map((path, nth) => {
      const { allowed, line, directive, pattern, reason } = pathVerdict(matcher, path);
      const statedUsage = this.#usage(matcher, this.#usageQuestions?.[nth]);
      return {
        allowed,
        line,
        directive,
        pattern,
        reason,
        selectedBy,
        restriction,
        refusedShare,
        crawlDelay,
        appliedUsage: allowed ? statedUsage : null,
        statedUsage,
      };
    });
  }

  /** The preferences that are stated, each as one text. */
  #usage(matcher: Matcher, question: UsageQuestion | undefined): readonly string[] {
    if (question === undefined) return NOTHING_STATED;
    const usage = question.stated(matcher);
    return [
      ...statedIn('content-usage', usage.contentUsage.categories),
      ...statedIn('content-signal', usage.contentSignal.categories),
    ];
  }
}

/** Searching for the names of records costs far less than reading all records. */
function mentionsIn({ octets }: RobotsFile): Mentions {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('latin1');
  return { delay: /crawl-delay/i.test(text), usage: /content-(?:usage|signal)/i.test(text) };
}

function usageQuestions(
  document: RobotsDocument,
  paths: readonly string[],
  profile: Profile,
): readonly UsageQuestion[] {
  const usage = usageUnder(document, profile);
  const reading = { vocabulary: DEFAULT_VOCABULARY, ofHeader: undefined };
  return paths.map((path) => new UsageQuestion(usage, path, reading));
}

function pathVerdict(matcher: Matcher, path: string): PathVerdict {
  const { allowed, rule, reason } = matcher.check(path);
  if (rule === null) return { allowed, line: 0, directive: null, pattern: null, reason };
  const { line, directive, pattern } = rule;
  return { allowed, line, directive, pattern, reason };
}

const NOTHING_STATED: readonly string[] = [];
