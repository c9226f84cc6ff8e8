/** docs/semantics.md §4.5: crawlers with several tokens, and crawlers that ignore `*`. */
import { describe, expect, test } from 'vitest';
import {
  type CrawlerTokens,
  type IsAllowedOptions,
  isAllowed,
  type MatcherOptions,
  parseSync,
} from '../../core.js';
import { callerNamed } from '../../crawlers/caller.js';
import { crawler, crawlerReport } from '../../crawlers/index.js';

const FILE = `
User-agent: Googlebot
Disallow: /google
Crawl-delay: 1

User-agent: Googlebot-News
Disallow: /news
Crawl-delay: 2

User-agent: *
Disallow: /all
Crawl-delay: 3
`;

/** Which of the file's paths a crawler may not fetch; `isAllowed` and a matcher must agree. */
function disallowed(file: string, options: MatcherOptions): string[] {
  const matcher = parseSync(file).matcher(options);
  return ['/google', '/news', '/all'].filter((path) => {
    expect(isAllowed(file, path, options)).toBe(matcher.isAllowed(path));
    return !matcher.isAllowed(path);
  });
}

const without = (name: string): string => FILE.replace(`User-agent: ${name}\n`, 'User-agent: Other\n');

describe.each(['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'] as const)('%s', (profile) => {
  test.each<[string, string, string[]]>([
    ['the groups of its own token', FILE, ['/news']],
    ['those of the token it falls back to', without('Googlebot-News'), ['/google']],
    ['those for "*"', without('Googlebot-News').replace('Googlebot\n', 'Other\n'), ['/all']],
  ])('Googlebot-News obeys %s', (_, file, expected) => {
    expect(disallowed(file, { crawler: 'Googlebot-News', profile })).toEqual(expected);
  });

  test('the order of the groups makes no difference', () => {
    const reversed = FILE.trim().split('\n\n').reverse().join('\n\n');
    expect(disallowed(reversed, { crawler: 'Googlebot-News', profile })).toEqual(['/news']);
  });

  test('a group that names two of its tokens counts by the first of them', () => {
    const file =
      'User-agent: Googlebot\nUser-agent: Googlebot-News\nDisallow: /news\n\nUser-agent: Googlebot\nDisallow: /google';
    expect(disallowed(file, { crawler: 'Googlebot-News', profile })).toEqual(['/news']);
  });

  test('AdsBot-Google ignores "*", and obeys a group of its own', () => {
    expect(disallowed(FILE, { crawler: 'AdsBot-Google', profile })).toEqual([]);
    expect(
      disallowed(without('Googlebot').replace('Other', 'adsbot-google'), {
        crawler: 'AdsBot-Google',
        profile,
      }),
    ).toEqual(['/google']);
  });

  test('a product token in agents keeps its meaning', () => {
    expect(disallowed(FILE, { agents: 'AdsBot-Google', profile })).toEqual(['/all']);
    expect(disallowed(without('Googlebot-News'), { agents: 'Googlebot-News', profile })).toEqual(['/all']);
  });

  test('an unregistered crawler is described by its tokens', () => {
    const crawler = { tokens: ['MyBot-News', 'Googlebot'], obeysWildcard: false };
    expect(disallowed(FILE, { crawler, profile })).toEqual(['/google']);
    expect(disallowed(without('Googlebot'), { crawler, profile })).toEqual([]);
    const { obeysWildcard, ...obeying } = crawler;
    expect(disallowed(without('Googlebot'), { crawler: obeying, profile })).toEqual(['/all']);
  });
});

test('the verdict says which token selected the group, and why none applies', () => {
  const document = parseSync(without('Googlebot-News'));
  expect(document.matcher({ crawler: 'googlebot-NEWS' }).check('/google')).toMatchObject({
    selectedBy: 'name',
    agent: 'Googlebot',
    explanation: 'Disallowed: the group of line 2 names Googlebot; line 3 decides: disallow /google',
  });
  expect(document.matcher({ crawler: 'AdsBot-Google' }).check('/all')).toMatchObject({
    selectedBy: 'nothing',
    reason: 'no-matching-group',
    explanation: 'Allowed: no group names this crawler, and it obeys none for "*".',
  });
});

test('crawl delays and other records follow the same selection', () => {
  const document = parseSync(FILE);
  expect(document.crawlDelay({ crawler: 'Googlebot-News' })).toBe(2);
  expect(document.crawlDelay({ crawler: 'Googlebot-Image' })).toBe(1);
  expect(document.crawlDelay({ crawler: 'GPTBot' })).toBe(3);
  expect(document.crawlDelay({ crawler: 'AdsBot-Google' })).toBeUndefined();
  expect(document.extensions({ crawler: 'Googlebot-Image' }, 'crawl-delay')).toMatchObject([{ line: 4 }]);
});

describe('what is refused', () => {
  const matcher = (options: unknown) => () => parseSync('').matcher(options as MatcherOptions);
  const question = (crawler: unknown) => () => isAllowed('', '/', { crawler } as IsAllowedOptions);

  test.each<[unknown, string]>([
    [
      'GooglebotNews',
      'crawler is "GooglebotNews", and no crawler of that name is registered; did you mean Googlebot-News?',
    ],
    ['gtpbot', 'crawler is "gtpbot", and no crawler of that name is registered; did you mean GPTBot?'],
    ['x'.repeat(200), `crawler is "${'x'.repeat(80)}…", and no crawler of that name is registered`],
    ['', 'crawler is "", and no crawler of that name is registered'],
    [5, 'crawler is 5; the product token of a registered crawler, or an object with its tokens is expected'],
    [null, 'crawler is null; '],
    [['Googlebot'], 'crawler is an array of 1; '],
    [{ token: 'a' }, 'crawler is an instance of Object; '],
    [{ tokens: 'a' }, 'crawler.tokens is "a"; an array is expected'],
    [{ tokens: undefined }, 'crawler.tokens is undefined; an array is expected'],
    [{ tokens: [] }, 'crawler.tokens is an empty array; a list of at least one product token is expected'],
    [{ tokens: ['a', ''] }, 'crawler.tokens[1] is ""; a product token'],
    [{ tokens: ['a'], obeysWildcard: 'no' }, 'crawler.obeysWildcard is "no"; true or false is expected'],
  ])('%j', (crawler, message) => {
    expect(matcher({ crawler })).toThrow(TypeError);
    expect(matcher({ crawler })).toThrow(message);
    expect(question(crawler)).toThrow(TypeError);
    expect(question(crawler)).toThrow(message);
    expect(() => parseSync('').crawlDelay({ crawler } as { crawler: CrawlerTokens })).toThrow(
      `agents.${message}`,
    );
  });

  test('both agents and crawler, or neither', () => {
    expect(matcher({ agents: 'a', crawler: 'Googlebot' })).toThrow('agents and crawler are both given');
    expect(matcher({ profile: 'google' })).toThrow(
      'agents is undefined; a product token or a list of at least one, or the option crawler in its place, is expected',
    );
  });
});

describe('a crawler that is known by name is judged by its own reading, unless a profile is named', () => {
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
});
