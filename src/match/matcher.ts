/**
 * A document made ready for one caller under one profile.
 */
import { anInstance, checkedElsewhere, type OptionCheck, optionTable } from '../option-checks.js';
import type { AnyProfile, Profile } from '../profiles.js';
import { urlText } from '../urls.js';
import { CallerRules, type ProfileRules } from './caller-rules.js';
import { Explanation } from './explain/explanation.js';
import type { CallerOptions, Callers } from './select/callers.js';
import { Verdict } from './verdict.js';

/** Who asks, and by which profile to judge. Either `agents` or `crawler` is required. */
export type MatcherOptions = CallerOptions & {
  /** The profile to judge by, or its name; by default that of the crawler (`google` for Googlebot), or `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
};

export const MATCHER_OPTIONS = optionTable<MatcherOptions>({
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  profile: checkedElsewhere,
});

/**
 * Decides for one caller, under one profile, which URLs it may fetch. The groups are selected once, an index of their rules is
 * built when enough questions have been asked to make it pay, and matchers whose callers obey the same groups share it.
 *
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 *
 * const matcher = parseSync('User-agent: *\nDisallow: /private/').matcher({ agents: 'FooBot' });
 * console.log(matcher.isAllowed('/private/a'), matcher.isAllowed('/')); // → false true
 * ```
 */
export class Matcher {
  /** The profile by which it judges. */
  readonly profile: Profile;
  readonly #rules: CallerRules;

  /** @internal {@link rulesOf} */
  static rulesOf(matcher: Matcher): CallerRules {
    return matcher.#rules;
  }

  /** @hidden */
  constructor(view: ProfileRules, callers: Callers) {
    this.profile = view.profile;
    this.#rules = new CallerRules(view, callers);
  }

  /**
   * Whether the caller may fetch a URL.
   *
   * @param url an absolute http, https or ftp URL, a `URL`, or a path that begins with a single `/`; under `google` any string
   * @throws {TypeError} if it is none of these
   */
  isAllowed(url: string | URL): boolean {
    return this.#rules.isAllowed(url);
  }

  /**
   * Whether the caller may fetch a URL, and why.
   *
   * @param url as for {@link isAllowed}
   * @throws {TypeError} as {@link isAllowed}
   */
  check(url: string | URL): Verdict {
    return new Verdict(this.#rules, this.#rules.decide(url));
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
    return new Explanation(this.#rules, text, this.check(text));
  }
}

/** What a matcher's caller obeys: for comparisons and reports, in this package. */
export function rulesOf(matcher: Matcher): CallerRules {
  return Matcher.rulesOf(matcher);
}

/** The value is a matcher. */
export const aMatcher: OptionCheck = anInstance(Matcher, 'a matcher, as document.matcher() returns it,');
