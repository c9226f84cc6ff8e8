/** The rules that decide on one side of a comparison, for the crawlers of an entry: for the command and for the inspector. */
import type { Matcher, Rule } from 'robotstream';
import type { JudgedDocument } from 'robotstream/crawlers';
import { askedUrl } from '../asked-url.js';

/**
 * The lines that decide about a path, each once. The rules of the crawlers are equal, but may be in different lines of the file.
 *
 * @param matchers those of the crawlers; they may be left out if all obey the same groups
 * @param first the line for the first crawler
 */
export function decidingLines(
  matchers: readonly Matcher[],
  path: string,
  first: number,
): readonly [number, ...number[]] {
  const url = askedUrl(path);
  const others = new Set(matchers.map((matcher) => matcher.check(url).rule?.line ?? 0));
  others.delete(first);
  return [first, ...others];
}

/** The rule of a line; `undefined` for line 0. */
export function ruleAt({ document, profile }: JudgedDocument, line: number): Rule | undefined {
  if (line === 0) return undefined;
  return document.groupAt(line, profile)?.rules.find((rule) => rule.line === line);
}
