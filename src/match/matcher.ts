/**
 * A document made ready for one caller under one profile.
 */
import type { RuleTable } from '../ast/groups.js';
import type { CrawlerNameText, CrawlerTokens } from '../crawler-tokens.js';
import { isObject, misshapen, type OptionCheck } from '../option-checks.js';
import type { Profile, ProfileName } from '../profiles.js';
import { urlText } from '../urls.js';
import { ObeyedGroups, type SharedRules } from './caller-rules.js';
import { Explanation } from './explain/explanation.js';
import type { CompiledRules } from './rules.js';
import type { CallerOptions, Callers } from './select/callers.js';
import { type Verdict, verdictOf, verdictOfJudgment, verdictShownBy } from './verdict.js';

/** Who asks, and by which profile to judge. Either `agents` or `crawler` is required. */
export type MatcherOptions = CallerOptions<CrawlerNameText | CrawlerTokens> & {
  /** The profile to judge by, or its name; default `rfc9309`. */
  readonly profile?: Profile | ProfileName | undefined;
};

/**
 * Decides for one caller, under one profile, which URLs it may fetch. The groups are selected once, an index of their rules is
 * built when enough questions have been asked to make it pay, and matchers whose callers obey the same groups share it.
 */
export class Matcher {
  readonly profile: Profile;
  readonly #obeyed: ObeyedGroups;
  /** The rules once a question has needed them. */
  #rules: CompiledRules | undefined;

  /** @internal {@link obeyedBy} */
  static obeyedBy(matcher: Matcher): ObeyedGroups {
    return matcher.#obeyed;
  }

  constructor(shared: SharedRules, callers: Callers) {
    this.profile = shared.profile;
    this.#obeyed = new ObeyedGroups(shared, callers);
  }

  /**
   * Whether the caller may fetch a URL.
   *
   * @param url an absolute http, https or ftp URL, a `URL`, or a path that begins with `/`; under `google` any string
   * @throws {TypeError} if it is none of these
   */
  isAllowed(url: string | URL): boolean {
    if (this.#rules !== undefined) return this.#rules.isAllowed(url);
    const judgment = this.#obeyed.judgeUnread(url);
    if (judgment !== undefined) return judgment === null || judgment.isAllowed;
    this.#rules = this.#obeyed.rules;
    return this.#rules.isAllowed(url);
  }

  /**
   * Whether the caller may fetch a URL, and why.
   *
   * @param url as for {@link isAllowed}
   * @throws {TypeError} as {@link isAllowed}
   */
  check(url: string | URL): Verdict {
    const judgment = this.#rules === undefined ? this.#obeyed.judgeUnread(url) : undefined;
    if (judgment !== undefined) return verdictOfJudgment(this.#obeyed, judgment);
    this.#rules ??= this.#obeyed.rules;
    return verdictOf(this.#obeyed, this.#rules.decide(url));
  }

  /**
   * How a verdict comes about, step by step: the user-agent lines, the URL in the form that is compared, and every rule that
   * matches. It costs far more than {@link check}; it is for people who ask why.
   *
   * @param url as for {@link isAllowed}
   * @throws {TypeError} as {@link isAllowed}
   */
  explain(url: string | URL): Explanation {
    const text = urlText(url); // read once: a subclass of URL may answer differently the second time
    return new Explanation(this.#obeyed, text, this.check(text));
  }
}

/** The rules that a matcher's caller obeys: for comparisons, in this package. */
export function rulesOf(matcher: Matcher): RuleTable {
  return obeyedBy(matcher).rules.table;
}

/** The groups that a matcher's caller obeys: for reports on many callers, in this package. */
export function obeyedBy(matcher: Matcher): ObeyedGroups {
  return Matcher.obeyedBy(matcher);
}

/**
 * A verdict as another matcher shows it, whose caller obeys the same groups of the same file under the same profile. For this package:
 * for caches, whose document must not keep the objects that programs read, and for reports on crawlers that share a verdict.
 */
export function shownBy(matcher: Matcher, verdict: Verdict): Verdict {
  return verdictShownBy(obeyedBy(matcher), verdict);
}

/** How many steps the last question took that a matcher answered by {@link rulesOf}: for budgets, in this package. */
export function stepsOf(matcher: Matcher): number {
  return obeyedBy(matcher).rules.steps;
}

/** The value is a matcher. */
export const aMatcher: OptionCheck = (value, name) => {
  if (!isObject(value) || !(value instanceof Matcher)) {
    throw misshapen(value, name, 'a matcher, as document.matcher() returns it,');
  }
};
