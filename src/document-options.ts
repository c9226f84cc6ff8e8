/**
 * What a document's methods take: options, and the number of a line.
 */
import type { MatcherOptions } from './match/matcher.js';
import { aWholeNumber, checkedElsewhere, optionTable } from './option-checks.js';
import type { AnyProfile } from './profiles.js';
import type { ContentUsageOptions } from './usage/content-usage.js';

/** How the groups of a caller are selected, for questions that are not about URLs. */
export interface SelectionOptions {
  /** The profile to select groups by, or its name; by default that of the crawler, or `rfc9309`. */
  readonly profile?: AnyProfile | undefined;
}

/** How usage preferences are read. */
export interface UsageOptions extends SelectionOptions, ContentUsageOptions {
  /** The HTTP header `Content-Usage` that came with the content, to be combined with what the file says. */
  readonly header?: string | readonly string[] | undefined;
}

export const USAGE_OPTIONS = optionTable<UsageOptions>({
  profile: checkedElsewhere,
  vocabulary: checkedElsewhere,
  header: checkedElsewhere,
});

export const MATCHER_OPTIONS = optionTable<MatcherOptions>({
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  profile: checkedElsewhere,
});

export const SELECTION_OPTIONS = optionTable<SelectionOptions>({ profile: checkedElsewhere });

/** The value is the number of a line, or 0 for none. */
export const aLine = aWholeNumber(0, Number.MAX_SAFE_INTEGER);
