/**
 * What user-agent lines and rules form groups by mistake.
 */
import type { UserAgentLine } from '../../ast/nodes.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import { info, ofDiagnostic, type RuleReport, type RuleTable, warning } from '../rule.js';

export const GROUP_RULES = {
  'agents-joined-over-blank-line': warning({
    title: 'A blank line separates the user-agent line from the one above it, but they are one group.',
    why: 'A blank line does not end a group. The rules below apply to the crawlers above the blank line, too; the author probably meant two groups, unless both lines have the same name. That is not reported.',
    fix: 'Remove the blank line if the crawlers share the rules. Otherwise give the group above rules of its own, such as "Disallow:".',
    example: 'User-agent: *\n\nUser-agent: FooBot\nDisallow: /\n',
    better: 'User-agent: *\nDisallow:\n\nUser-agent: FooBot\nDisallow: /\n',
    sources: ['RFC 9309 §2.1', 'Google\'s page, "Grouping of lines and rules"'],
  }),
  'agents-joined-over-comment': info({
    title: 'A comment separates the user-agent line from the one above it, but they are one group.',
    why: 'A comment does not end a group. The rules below apply to the crawlers above the comment, too.',
    fix: 'If the crawlers do not share the rules, give the group above rules of its own, such as "Disallow:".',
    example: 'User-agent: FooBot\n# another crawler\nUser-agent: BarBot\nDisallow: /\n',
    better: '# two crawlers\nUser-agent: FooBot\nUser-agent: BarBot\nDisallow: /\n',
    sources: ['RFC 9309 §2.1', 'Google\'s page, "Grouping of lines and rules"'],
  }),
  'rule-before-user-agent': ofDiagnostic('rule-before-user-agent', {
    why: 'No crawler obeys the rule.',
    example: 'Disallow: /private/\nUser-agent: *\nDisallow: /tmp/\n',
    better: 'User-agent: *\nDisallow: /private/\nDisallow: /tmp/\n',
    sources: ['RFC 9309 §2.2.2', 'docs/semantics.md §3.2'],
  }),
  'group-without-rules': ofDiagnostic('group-without-rules', {
    why: 'A crawler that the group names ignores the rules for "*", so it may fetch everything.',
    example: 'User-agent: *\nDisallow:\n\nUser-agent: FooBot\n',
    better: 'User-agent: *\nDisallow:\n\nUser-agent: FooBot\nDisallow:\n',
    sources: ['RFC 9309 §2.1', 'RFC 9309 §2.2.1'],
  }),
  'group-split': ofDiagnostic('group-split', {
    why: 'A reader who sees one group may miss the rules of the other. Old crawlers obey only the first. Letter case and a version after "/" make no difference: FooBot and foobot/1.0 are one crawler.',
    example: 'User-agent: FooBot\nDisallow: /a/\n\nUser-agent: FooBot\nDisallow: /b/\n',
    better: 'User-agent: FooBot\nDisallow: /a/\nDisallow: /b/\n',
    sources: ['RFC 9309 §2.2.1'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof GROUP_RULES>;

/** Reports user-agent lines of one group that look as if they were of two. */
export function checkJoins(file: LintedFile, report: Report): void {
  for (const { rules, userAgents } of file.document.groups) {
    if (rules.length > 0) checkJoinsOf(userAgents, file, report);
  }
}

function checkJoinsOf(userAgents: readonly UserAgentLine[], { lines }: LintedFile, report: Report): void {
  for (let i = 1; i < userAgents.length; i++) {
    const [above, below] = [userAgents[i - 1], userAgents[i]];
    const between = { blank: false, comment: false };
    for (let line = above.line + 1; line < below.line; line++) {
      between.blank ||= lines.isBlank(line);
      between.comment ||= lines.isComment(line);
    }
    if (!between.blank && !between.comment) continue;
    // A line that names no crawler does not join any, either.
    if (![above, below].every(({ name, usable }) => usable && name !== '')) continue;
    // The same crawler twice is no mistake about groups.
    if (above.name.toLowerCase() === below.name.toLowerCase()) continue;
    const [rule, separator] = between.blank
      ? (['agents-joined-over-blank-line', 'a blank line'] as const)
      : (['agents-joined-over-comment', 'a comment'] as const);
    const message = (): string =>
      `${quoteText(below.name)} and ${quoteText(above.name)} of line ${above.line} are one group, because ${separator} does not end a group: the rules below apply to both. If that is not meant, give ${quoteText(above.name)} rules of its own, such as "Disallow:".`;
    report.add(rule, below.line, below.value, message);
  }
}
