/** Google's page, "URL matching based on path values" and "Order of precedence for rules". */
import { describe, expect, test } from 'vitest';
import { type Answer, judgeUnder, matchesUnder } from './judging.js';

const judge = judgeUnder('google');
const matches = matchesUnder('google');

interface PathRow {
  readonly pattern: string;
  readonly matching: readonly string[];
  readonly notMatching: readonly string[];
}

const FISH: Omit<PathRow, 'pattern'> = {
  matching: [
    '/fish',
    '/fish.html',
    '/fish/salmon.html',
    '/fishheads',
    '/fishheads/yummy.html',
    '/fish.php?id=anything',
  ],
  notMatching: ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish'],
};

/** The table, row by row; on the page, the first three are prose. */
const PATH_TABLE: readonly PathRow[] = [
  { pattern: '/', matching: ['/', '/a', '/a/b', '/a/b?c=d'], notMatching: [] },
  { pattern: '/*', matching: ['/', '/a', '/a/b', '/a/b?c=d'], notMatching: [] },
  { pattern: '/$', matching: ['/'], notMatching: ['/a', '/a/', '/?a'] },
  { pattern: '/fish', ...FISH },
  { pattern: '/fish*', ...FISH },
  {
    pattern: '/fish/',
    matching: ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'],
    notMatching: ['/fish', '/fish.html', '/animals/fish/', '/Fish/Salmon.asp'],
  },
  {
    pattern: '/*.php',
    matching: [
      '/index.php',
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '/folder/any.php.file.html',
      '/filename.php/',
    ],
    notMatching: ['/', '/windows.PHP'],
  },
  {
    pattern: '/*.php$',
    matching: ['/filename.php', '/folder/filename.php'],
    notMatching: ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP'],
  },
  {
    pattern: '/fish*.php',
    matching: ['/fish.php', '/fishheads/catfish.php?parameters'],
    notMatching: ['/Fish.PHP'],
  },
];

describe.each(PATH_TABLE)(
  'Google’s page, example path matches: $pattern',
  ({ pattern, matching, notMatching }) => {
    test.each(matching)('matches %s', (path) => {
      expect(matches(pattern, path)).toBe(true);
      expect(matches(pattern, `https://example.com${path}`)).toBe(true);
    });

    if (notMatching.length === 0) return;
    test.each(notMatching)('does not match %s', (path) => {
      expect(matches(pattern, path)).toBe(false);
      expect(matches(pattern, `https://example.com${path}`)).toBe(false);
    });
  },
);

describe('Google’s page, URL matching', () => {
  test.each([
    ['/a*b*c', '/axbxc', true],
    ['/a*b*c', '/acb', false],
    ['/a*c', '/ac', true],
    ['/a*c$', '/acc', true],
    ['/a*c$', '/acd', false],
  ])('* matches any number of any characters, and $ the end: %s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  test.each([
    ['/ツ', '/%E3%83%84'],
    ['/%E3%83%84', '/%E3%83%84'],
    ['/%e3%83%84', '/%E3%83%84'],
  ])('non-ASCII characters may be percent-encoded: %s and %s', (pattern, url) => {
    expect(matches(pattern, url)).toBe(true);
  });
});

/** URL, allow, disallow, and the directive that applies. */
const PRECEDENCE_TABLE: [url: string, allow: string, disallow: string, applies: 'allow' | 'disallow'][] = [
  ['https://example.com/page', '/p', '/', 'allow'],
  ['https://example.com/folder/page', '/folder', '/folder', 'allow'],
  ['https://example.com/page.htm', '/page', '/*.htm', 'disallow'],
  ['https://example.com/page.php5', '/page', '/*.ph', 'allow'],
  ['https://example.com/', '/$', '/', 'allow'],
  ['https://example.com/page.htm', '/$', '/', 'disallow'],
];

describe('Google’s page, order of precedence', () => {
  test.each(PRECEDENCE_TABLE)('%s, allow: %s, disallow: %s: %s', (url, allow, disallow, applies) => {
    const inOrder = `user-agent: *\nallow: ${allow}\ndisallow: ${disallow}`;
    const reversed = `user-agent: *\ndisallow: ${disallow}\nallow: ${allow}`;
    expect(judge(inOrder, url)).toBe(applies === 'allow' ? 'allow 2' : 'disallow 3');
    expect(judge(reversed, url)).toBe(applies === 'allow' ? 'allow 3' : 'disallow 2');
  });
});

describe('Google’s page, syntax: rules', () => {
  test.each<[string, string, Answer]>([
    ['the value is case-sensitive', 'disallow: /A', 'no rule'],
    ['a value that does not begin with / matches nothing', 'disallow: a', 'no rule'],
    ['a rule without a path is ignored', 'disallow:\ndisallow: /a', 'disallow 3'],
    ['an allow without a path is ignored', 'allow:\ndisallow: /a', 'disallow 3'],
  ])('%s', (_, lines, answer) => {
    expect(judge(`user-agent: *\n${lines}`, '/a')).toBe(answer);
  });

  // departs from Google's page, by which such rules are ignored: the reference matcher reports them (docs/semantics.md §5.7.3, §5.7.6).
  test.each(['disallow:', 'allow:'])('%s alone allows, and is the line reported', (line) => {
    expect(judge(`user-agent: *\n${line}`, '/a')).toBe('empty 2');
  });

  test('by default nothing is restricted', () => {
    expect(judge('user-agent: *\ndisallow: /a', '/b')).toBe('no rule');
    expect(judge('user-agent: BarBot\ndisallow: /', '/b')).toBe('no group');
    expect(judge('', '/b')).toBe('no group');
  });
});
