/**
 * Rules about user-agent lines and the groups that they make.
 */
import { EVERY_PROFILE, ofDiagnostic, type RuleTable } from '../rule.js';

export const AGENT_RULES = {
  'empty-user-agent': ofDiagnostic('empty-user-agent', {
    why: 'The rules below apply to no crawler, unless another user-agent line precedes them.',
    example: 'User-agent:\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'docs/semantics.md §3.3'],
  }),
  'unusual-product-token': ofDiagnostic('unusual-product-token', {
    why: 'Some crawlers compare the whole value, others only the letters at its start. Documented product tokens with other characters, such as MJ12bot, are not reported.',
    example: 'User-agent: Example bot\nDisallow: /private/\n',
    better: 'User-agent: Examplebot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'docs/semantics.md §4.3'],
  }),
  'product-token-version': {
    severity: 'info',
    title: 'The user-agent line has a version. Crawlers compare the product token without it.',
    why: 'The line does not apply to one version alone. Crawlers that compare the whole value do not find their group.',
    fix: 'Write the product token without its version (RFC 9309 §2.2.1).',
    example: 'User-agent: ExampleBot/2.1\nDisallow: /private/\n',
    better: 'User-agent: ExampleBot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'Google\'s page, "Order of precedence for user agents"'],
    autofix: { does: 'Removes the version.', changesVerdictsUnder: ['draft-koster-rep-00'] },
  },
  'several-product-tokens': {
    severity: 'error',
    title: 'The user-agent line has several product tokens. It names only one crawler.',
    why: 'The other crawlers do not find their group. They obey the rules for "*", or none.',
    fix: 'Write a user-agent line for each crawler.',
    example: 'User-agent: FooBot, BarBot\nDisallow: /private/\n',
    better: 'User-agent: FooBot\nUser-agent: BarBot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.1', 'RFC 9309 §2.2.1'],
    autofix: {
      does: 'Writes a line for each product token, if commas, semicolons or "|" separate them.',
      changesVerdictsUnder: EVERY_PROFILE,
    },
  },
  'impossible-product-token': {
    severity: 'error',
    title: 'No known crawler has this product token.',
    why: 'No known crawler obeys the group.',
    fix: 'Write the product token that the crawler documents, or "*" for all crawlers without a group of their own.',
    example: 'User-agent: all\nDisallow: /private/\n',
    better: 'User-agent: *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1'],
  },
  'agents-joined-over-blank-line': {
    severity: 'warning',
    title: 'A blank line separates the user-agent line from the one above it, but they are one group.',
    why: 'A blank line does not end a group. The rules below apply to the crawlers above the blank line, too; the author probably meant two groups, unless both lines have the same name. That is not reported.',
    fix: 'Remove the blank line if the crawlers share the rules. Otherwise give the group above rules of its own, such as "Disallow:".',
    example: 'User-agent: *\n\nUser-agent: FooBot\nDisallow: /\n',
    better: 'User-agent: *\nDisallow:\n\nUser-agent: FooBot\nDisallow: /\n',
    sources: ['RFC 9309 §2.1', 'Google\'s page, "Grouping of lines and rules"'],
  },
  'agents-joined-over-comment': {
    severity: 'info',
    title: 'A comment separates the user-agent line from the one above it, but they are one group.',
    why: 'A comment does not end a group. The rules below apply to the crawlers above the comment, too.',
    fix: 'If the crawlers do not share the rules, give the group above rules of its own, such as "Disallow:".',
    example: 'User-agent: FooBot\n# another crawler\nUser-agent: BarBot\nDisallow: /\n',
    better: '# two crawlers\nUser-agent: FooBot\nUser-agent: BarBot\nDisallow: /\n',
    sources: ['RFC 9309 §2.1', 'Google\'s page, "Grouping of lines and rules"'],
  },
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
  'group-loses-wildcard-rules': {
    severity: 'warning',
    title: 'The group does not repeat the rules for "*", so the crawlers that it names do not obey those.',
    why: 'A crawler obeys the groups that name it, or those for "*", never both. Paths that are closed to all other crawlers are open to this one. Groups that only allow are not reported, because they are meant as exceptions. A group with rules is also an exception to "Disallow: /".',
    fix: 'Repeat the rules for "*" in the group, unless they are not meant for the crawler.',
    example: 'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow: /foo/\n',
    better:
      'User-agent: *\nDisallow: /private/\n\nUser-agent: FooBot\nDisallow: /private/\nDisallow: /foo/\n',
    sources: ['RFC 9309 §2.2.1', 'Google\'s page, "Order of precedence for user agents"'],
  },
} satisfies RuleTable;
