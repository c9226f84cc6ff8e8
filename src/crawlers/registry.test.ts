/** The registry is consistent, and every lookup of it does what it says. */
import { describe, expect, test } from 'vitest';
import { CRAWLER_NAMES, productTokens } from '../crawler-tokens.js';
import { CRAWLER_PURPOSES, CRAWLER_SETS, CRAWLERS, crawler, crawlersOf, findCrawler } from './index.js';

describe.each(CRAWLERS)('$token', (entry) => {
  const { token, tokens, operator, purposes, page, readFrom, dateRead, robotsTxt, obeysWildcard } = entry;

  test('has a product token that a User-Agent header can carry', () => {
    // A name with a space is one that files use. No header can carry it.
    const expected = token.includes(' ') ? expect.arrayContaining([token.split(' ').at(-1)]) : [token];
    expect(productTokens(`Mozilla/5.0 (compatible; ${token}/1.0; +${page})`)).toEqual(expected);
  });

  test('has facts of the documented shape', () => {
    expect(operator.trim()).toBe(operator);
    expect(operator).not.toBe('');
    expect(purposes.length).toBeGreaterThan(0);
    expect(new Set(purposes).size).toBe(purposes.length);
    for (const purpose of purposes) expect(Object.keys(CRAWLER_PURPOSES)).toContain(purpose);
    expect(new URL(page).protocol).toBe('https:');
    expect(dateRead).toMatch(readFrom === 'unverified' ? /^$/ : /^20\d\d-\d\d-\d\d$/);
  });

  test('falls back to product tokens, each once, its own first', () => {
    expect(tokens[0]).toBe(token);
    expect(new Set(tokens.map((name) => name.toLowerCase())).size).toBe(tokens.length);
    for (const name of tokens) expect(name).toMatch(/^[A-Za-z0-9._-]+( [A-Za-z0-9._-]+)*$/);
  });

  test('falls back as its fallbacks do, so that no chain is a circle', () => {
    for (const [position, name] of tokens.entries()) {
      const fallback = findCrawler(name);
      if (position === 0 || fallback === undefined) continue;
      expect(fallback.tokens).not.toContain(token);
      for (const further of fallback.tokens) expect(tokens).toContain(further);
    }
  });

  test('claims nothing that its sources do not say', () => {
    if (readFrom === 'unverified') expect(robotsTxt).toBe('unknown');
    if (readFrom === 'unverified') expect(entry.crawlDelay).toBe('unknown');
    if (!obeysWildcard) expect(entry.unread).not.toContain('obeysWildcard');
    expect(entry.unread.includes('robotsTxt')).toBe(robotsTxt === 'unknown');
  });
});

test('names are unique, ignoring letter case', () => {
  const names = CRAWLER_NAMES.map((name) => name.toLowerCase());
  expect(new Set(names).size).toBe(names.length);
  expect(CRAWLERS.map(({ token }) => token)).toEqual(CRAWLER_NAMES);
});

test('the registry has the facts that decide verdicts', () => {
  expect(crawler('Googlebot-News')).toMatchObject({
    tokens: ['Googlebot-News', 'Googlebot'],
    obeysWildcard: true,
  });
  expect(crawler('adsbot-google')).toMatchObject({ token: 'AdsBot-Google', obeysWildcard: false });
  expect(CRAWLERS.filter(({ sendsRequests }) => !sendsRequests).map(({ token }) => token)).toEqual([
    'Google-Extended',
    'Applebot-Extended',
  ]);
});

test('the registry has the facts that were wrong before they were read again', () => {
  expect(crawler('Kagibot').tokens).toEqual(['Kagibot', 'Googlebot']);
  expect(crawler('ImagesiftBot').tokens).toEqual(['ImagesiftBot', 'Googlebot']);
  expect(crawler('Amazonbot').purposes).toContain('train-ai');
  expect(crawler('Diffbot')).toMatchObject({ robotsTxt: 'obeys', purposes: ['search', 'ai-input'] });
  expect(crawler('GoogleOther').purposes).toEqual(['other']);
  for (const name of ['Perplexity-User', 'meta-externalfetcher', 'Amzn-User', 'Google-NotebookLM']) {
    expect(crawler(name).robotsTxt).toBe('ignores-for-users');
  }
  expect(CRAWLERS.filter(({ isRetired }) => isRetired).map(({ token }) => token)).toEqual([
    'ia_archiver',
    'anthropic-ai',
    'Claude-Web',
  ]);
});

test('a crawler has the profile by which it reads', () => {
  expect(crawler('Googlebot-News').profile).toBe('google');
  expect(crawler('GPTBot').profile).toBe('rfc9309');
  expect(crawler('GPTBot').unread).toContain('profile');
});

describe('sets', () => {
  test.each(CRAWLER_SETS)('%s has members, in the order of the registry', (set) => {
    const members = crawlersOf(set);
    expect(members.length).toBeGreaterThan(10);
    expect(CRAWLERS.filter((one) => members.includes(one))).toEqual(members);
  });

  test('a set has the crawlers with its purpose', () => {
    const names = (set: 'ai' | 'search' | 'seo') => crawlersOf(set).map(({ token }) => token);
    expect(names('ai')).toEqual(expect.arrayContaining(['GPTBot', 'ClaudeBot', 'Google-Extended', 'CCBot']));
    expect(names('ai')).not.toContain('Googlebot');
    expect(names('search')).toEqual(expect.arrayContaining(['Googlebot', 'bingbot', 'OAI-SearchBot']));
    expect(names('seo')).toEqual(expect.arrayContaining(['AhrefsBot', 'MJ12bot']));
    expect(crawlersOf('all')).toEqual(CRAWLERS);
  });

  test('an unknown set is refused', () => {
    for (const set of ['AI', '', 'toString', undefined, 5]) {
      expect(() => crawlersOf(set as 'ai')).toThrow(TypeError);
      expect(() => crawlersOf(set as 'ai')).toThrow('one of ai, search, seo, all is expected');
    }
  });
});

test('a crawler is found in any letter case', () => {
  expect(findCrawler('gptbot')).toBe(crawler('GPTBOT'));
  expect(findCrawler('constructor')).toBeUndefined();
  expect(() => crawler('GPTBott')).toThrow(
    new TypeError('name is "GPTBott", and no crawler of that name is registered; did you mean GPTBot?'),
  );
  expect(() => crawler(5 as unknown as string)).toThrow('name is 5; a string is expected');
});

test('the registry cannot be changed', () => {
  expect(() => {
    (CRAWLERS[0].tokens as string[]).push('x');
  }).toThrow(TypeError);
});
