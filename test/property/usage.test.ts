/** Under each profile, usage preferences are those of the naive reference. */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { PROFILES, type ProfileName, parseSync } from '../../src/core.js';
import type { CategoryPreference } from '../../src/usage/preference.js';
import { arbitraryOctets } from '../reference/arbitraries.js';
import { referenceUsage } from '../reference/usage.js';
import { checkProperty } from '../support/property.js';

const pick = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const path = pick('', '', '/ ', '/a ', '/a\t', '/a* ', '/*b ', '/a$ ', '/%61 ', '/ab  ', '/a');
const key = pick(
  ...[
    'train-ai',
    'train-ai',
    'train-ai',
    'search',
    'ai-use',
    'x',
    'Search',
    '*',
    'tdm',
    '__proto__',
    'constructor',
  ],
);
const item = pick('y', 'y', 'y', 'n', 'n', 'n', '?0', '"n"', '1.5', '(y n;a)', 'n;q="x"', '', '-', '(');
const member = fc.tuple(key, pick('=', '=', '=', '', ';'), item).map((parts) => parts.join(''));
const preference = fc
  .tuple(path, fc.array(member, { maxLength: 3 }), pick(', ', ',', '\t, ', ' '))
  .map(([start, members, separator]) => start + members.join(separator));
const signal = fc
  .tuple(
    pick('search', 'AI-Train', 'ai-input', 'use', 'x', '', '__proto__', '\u00a0search', '\u2028search'),
    pick('=', ' = ', '', '==', '\v=\f'),
    pick('yes', 'No', 'full', '', 'yes\u00a0', '\ufeffyes', 'à'),
  )
  .map((parts) => parts.join(''));
const signals = fc
  .tuple(pick('', '', '/a ', '/'), fc.array(signal, { maxLength: 3 }))
  .map(([start, all]) => start + all.join(','));
const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((all) => all.join(''));
const userAgent = joined(pick('user-agent: '), pick('*', '*', 'FooBot', 'FooBot', 'a', 'FooBot/1', '\x01'));
const usageLine = joined(
  pick('content-usage: ', 'content-usage: ', 'Content-Usage:', 'content-usages: '),
  preference,
);
const signalLine = joined(pick('content-signal: '), signals);
const ruleLine = joined(pick('allow: ', 'disallow: '), pick('/a', '', '/x', '/ab'));
const otherLine = pick(
  ...['', ' ', '# c', 'sitemap: https://example.com/s', 'site-map x', 'host: a', 'sitemaps: x'],
  ...['crawl-delay: 1', 'content-usage train-ai=n'],
);
const anyLine = fc.oneof(
  { weight: 4, arbitrary: usageLine },
  { weight: 2, arbitrary: signalLine },
  userAgent,
  ruleLine,
  otherLine,
);
/** Lines of a few groups, with others before and between them. */
const lines = fc
  .array(fc.tuple(userAgent, fc.array(anyLine, { maxLength: 6 })), { maxLength: 3 })
  .chain((groups) => fc.tuple(fc.array(anyLine, { maxLength: 2 }), fc.constant(groups.flat(2))))
  .map((parts) => parts.flat());
const body = fc.oneof(
  { weight: 9, arbitrary: lines.map((all) => new TextEncoder().encode(all.join('\n'))) },
  arbitraryOctets(),
);
const url = pick('/a', '/ab', '/b', '/', '/a%62', '/robots.txt', '/%61?b');
const agents = fc.oneof(fc.constant(['FooBot']), fc.constant(['a', 'FooBot']), fc.constant(['b']));

describe.each(Object.keys(PROFILES) as ProfileName[])('%s', (profile) => {
  checkProperty(
    `${profile}: usage preferences are those of the naive reader`,
    fc.property(body, agents, url, (octets, names, asked) => {
      const answer = parseSync(octets).usage(names, asked, { profile });
      const actual = answer.applies
        ? { contentUsage: inShort(answer.contentUsage), contentSignal: inShort(answer.contentSignal) }
        : null;
      expect(actual).toEqual(referenceUsage(octets, names, asked, profile));
    }),
  );
});

function inShort({ categories }: { readonly categories: object }): { [category: string]: string } {
  return Object.fromEntries(
    Object.entries(categories).map(([name, one]) => {
      const { preference: stated, lines } = one as CategoryPreference;
      return [name, stated === 'unknown' ? '?' : `${stated === 'allowed' ? 'y' : 'n'} ${lines.join()}`];
    }),
  );
}

checkProperty(
  'diagnostics stay in file order and inside the file',
  fc.property(body, (octets) => {
    let last = 0;
    for (const { line: at, span } of parseSync(octets).diagnostics) {
      expect(at).toBeGreaterThanOrEqual(last);
      expect(span.start).toBeLessThanOrEqual(span.end);
      expect(span.end).toBeLessThanOrEqual(octets.length);
      last = at;
    }
  }),
);
