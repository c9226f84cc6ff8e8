/**
 * A comparison as JSON.
 */
import type { Difference } from 'robotstream/compare';
import type { CrawlerDifferences } from 'robotstream/crawlers';
import { answerLine } from '../check/answer-line.js';
import { kindOf } from '../kind-notice.js';
import { sidesAsReadBy } from './comparison-text.js';
import { ruleAt } from './deciding-rules.js';
import { licenseDifferences } from './license-differences.js';
import type { Side, Sides, UrlDifference } from './url-comparison.js';

/**
 * The whole comparison as one object.
 *
 * @param leftOut how many crawlers are not compared
 */
export function comparisonJson(
  sides: Sides,
  compared: readonly CrawlerDifferences[],
  leftOut: number,
): object {
  return {
    before: sideJson(sides.before),
    after: sideJson(sides.after),
    crawlers: compared.map(({ agents, opens, closes, escaped, isExhaustive }) => {
      const read = sidesAsReadBy(agents, sides);
      const listed = (differences: readonly Difference[]) =>
        differences.map((difference) => differenceJson(difference, read));
      return {
        agents,
        profiles: [read.before.profile, read.after.profile],
        opens: listed(opens),
        closes: listed(closes),
        escaped: listed(escaped),
        isExhaustive,
      };
    }),
    leftOut,
    licenses: licenseDifferences(sides.before.document, sides.after.document),
  };
}

function sideJson({ name, profile, document }: Side): object {
  return { name, profile: profile ?? null, truncated: document.truncated, kind: kindOf(document) };
}

function differenceJson({ path, before, after }: Difference, sides: Sides): object {
  return {
    path,
    before: decisionJson(before, sides.before),
    after: decisionJson(after, sides.after),
  };
}

function decisionJson({ allowed, line }: Difference['before'], side: Side): object {
  const rule = ruleAt(side, line);
  return { allowed, line, directive: rule?.directive ?? null, pattern: rule?.pattern ?? null };
}

/** A URL of a list on which the sides differ, as one object. */
export function urlDifferenceJson({ url, agents, before, after }: UrlDifference): object {
  const { url: _, ...one } = answerLine(url, before);
  const { url: __, ...other } = answerLine(url, after);
  return { url, agents, before: one, after: other };
}
