/** Verdicts for URLs that a program does not accept. On Node only, because browsers parse other URLs. */
import { expect, test } from 'vitest';
import { parseSync } from '../parse.js';
import type { ReaderName } from './reader-names.js';
import { titleOf } from './reader-titles.js';
import './readers.js';

const CLOSED = parseSync('User-agent: *\nDisallow: /\n');

const verdictOf = (profile: ReaderName, url: string) =>
  CLOSED.matcher({ agents: 'ExampleBot', profile }).check(url);

test.each<[ReaderName, string]>([
  ['temoto-1', 'https://a.example/%zz'],
  ['heritrix-3', `https://a.example/${'x'.repeat(3000)}`],
  ['httrack-3.49', `https://a.example${'/x'.repeat(130)}`],
  ['robots-parser-3', 'http://a b/'],
  ['python-3.11', 'http://[a/'],
  ['python-3.15', 'http://[a/'],
  ['protego-0.6', 'http://[a/'],
  ['protego-0.7', 'http://[a/?b'],
])('%s does not accept %.24s, so no rule decides', (profile, url) => {
  const verdict = verdictOf(profile, url);
  expect(verdict).toMatchObject({ allowed: true, reason: 'url-not-taken', rule: null });
  expect(verdict.explanation).toBe(
    `Allowed: ${titleOf(profile).title} does not accept this URL, and applies no rule to it.`,
  );
});

test.each<ReaderName>(['heritrix-3', 'httrack-3.49', 'protego-0.7', 'python-3.15'])(
  '%s allows the URL of the file itself',
  (profile) => {
    expect(verdictOf(profile, 'https://a.example/robots.txt')).toMatchObject({ reason: 'robots-txt' });
  },
);
