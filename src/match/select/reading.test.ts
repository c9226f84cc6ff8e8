/** A crawler that is known by name is judged by its own reading, unless a profile is named. */
import { describe, expect, test } from 'vitest';
import { isAllowed, parseSync } from '../../core.js';
import { callerNamed } from '../../crawlers/caller.js';
import { crawler, crawlerReport } from '../../crawlers/index.js';

/** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
const FILE = 'User-agent: *\nDisallow: /a\n\nUser-agents: Googlebot\nDisallow: /b\n';
const document = parseSync(FILE);

describe('without a profile', () => {
  test('a matcher of a registered crawler reads as that crawler does', () => {
    const matcher = document.matcher({ crawler: 'Googlebot' });
    expect(matcher.profile.name).toBe('google');
    expect([matcher.isAllowed('/a'), matcher.isAllowed('/b')]).toEqual([true, false]);
    expect(document.matcher({ crawler: crawler('Googlebot-News') }).profile.name).toBe('google');
    expect(document.matcher({ crawler: 'GPTBot' }).profile.name).toBe('rfc9309');
    expect(document.matcher({ crawler: { tokens: ['MyBot'], profile: 'koster-1996' } }).profile.name).toBe(
      'koster-1996',
    );
  });

  test('a product token stays one under rfc9309', () => {
    const matcher = document.matcher({ agents: 'Googlebot' });
    expect(matcher.profile.name).toBe('rfc9309');
    expect([matcher.isAllowed('/a'), matcher.isAllowed('/b')]).toEqual([false, false]);
  });

  test('each of many matchers and rows of a report has its own', () => {
    const names = ['Googlebot', 'GPTBot', 'MyBot'];
    const profiles = ['google', 'rfc9309', 'rfc9309'];
    expect(document.matchers(names.map(callerNamed)).map(({ profile }) => profile.name)).toEqual(profiles);
    expect(document.matchers(names).map(({ profile }) => profile.name)).toEqual(Array(3).fill('rfc9309'));
    const report = crawlerReport(document, names);
    expect(report.map(({ profile, groupLine }) => [profile, groupLine])).toEqual([
      ['google', 4],
      ['rfc9309', 1],
      ['rfc9309', 1],
    ]);
  });

  test('isAllowed and delays are those of its reading, too', () => {
    expect(isAllowed(FILE, '/a', { crawler: crawler('Googlebot') })).toBe(true);
    const delays = parseSync('User-agents: Googlebot\nCrawl-delay: 3\n');
    expect(delays.crawlDelay({ crawler: 'Googlebot' })).toBe(3);
    expect(delays.crawlDelay('Googlebot')).toBeUndefined();
    expect(document.usage({ crawler: 'Googlebot' }, '/a').access.allowed).toBe(true);
  });
});

test('a profile that is named applies', () => {
  const profile = 'rfc9309';
  expect(document.matcher({ crawler: 'Googlebot', profile }).profile.name).toBe(profile);
  expect(document.matchers([{ crawler: 'Googlebot' }], { profile })[0].profile.name).toBe(profile);
  expect(crawlerReport(document, ['Googlebot'], { profile })[0].profile).toBe(profile);
  expect(isAllowed(FILE, '/a', { crawler: crawler('Googlebot'), profile })).toBe(false);
});

test('a reading that is no profile is refused', () => {
  const wrong = { tokens: ['MyBot'], profile: 'nosuch' as never };
  expect(() => document.matcher({ crawler: wrong })).toThrow(/profile is "nosuch"/);
  expect(() => isAllowed(FILE, '/', { crawler: wrong })).toThrow(TypeError);
});
