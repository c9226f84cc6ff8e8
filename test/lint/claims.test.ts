/** Every rule has a checker of its claims, or a reason why it needs none, and the checkers agree with the examples. */
import { describe, expect, test } from 'vitest';
import { LINT_RULES, RULE_IDS } from '../../src/lint/rules.js';
import { wrongClaims } from './check-claims.js';
import { CLAIMS } from './claims.js';
import { octetsOf } from './octets-of.js';

test('every rule is listed, and no other', () => {
  expect(Object.keys(CLAIMS).sort()).toEqual([...RULE_IDS].sort());
});

describe.each(RULE_IDS)('%s', (id) => {
  test('what the example says is true', () => {
    expect(wrongClaims(octetsOf(LINT_RULES[id].example))).toEqual([]);
  });
});

test.each([
  [
    'crawlers whose names begin alike',
    'User-agent: Web Sucker\nDisallow: /\n\nUser-agent: Web Copier\nDisallow: /\n\nUser-agent: *\nDisallow: /a\n',
  ],
  [
    'one name for Google, two for RFC 9309',
    'User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: MJ\nDisallow: /a*\n',
  ],
  [
    'a group that only keeps a crawler from "*"',
    'User-agent: *\nDisallow: /a\n\nUser-agent: B\nDisallow: /x/../a\n',
  ],
  [
    'a useless group with a delay',
    'User-agent: A\nDisallow: /a\n\nUser-agent: A\nCrawl-delay: 5\nDisallow: /a\n',
  ],
  ['a group that Google reads as two', 'User-agent: A\nDisallow: /a\nUser-agents: B\nDisallow: /a\n'],
  ['a pattern for a query of robots.txt', 'User-agent: *\nDisallow: /robots.txt?x\nDisallow: /a\n'],
  ['a field that only Google reads', 'User-agent: *\nDisalow https://example.com\n'],
  ['half of a group that names nobody', 'User-agent: A\x01\n\nUser-agent: B\nDisallow: /a\n'],
  ['a tie on a dot segment', 'User-agent: A\nAllow: /\nAllow: /**\nDisallow: /.*\nAllow: /*..\n'],
  ['a group without rules, and a longer name', 'User-agent: MJ12bot\nDisallow: /a\n\nUser-agent: MJ\n'],
])('what findings say about %s is true', (_, text) => {
  expect(wrongClaims(new TextEncoder().encode(text))).toEqual([]);
});
