/** The reference, compared with the recorded verdicts of Google's matcher and the tables of the documents. */
import { describe, expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { loadVectors, SHARED_NEED } from '../support/shared.js';
import { SIMPLE_EXAMPLE } from '../support/simple-example.js';
import { type ReferenceProfile, type ReferenceVerdict, referenceVerdict } from './reference.js';

const LONGEST_MATCH_PROFILES: ReferenceProfile[] = ['rfc9309', 'google', 'draft-koster-rep-00'];

function verdict(body: string, url: string, profile: ReferenceProfile, agent = 'FooBot'): ReferenceVerdict {
  return referenceVerdict(new TextEncoder().encode(body), [agent], url, profile);
}

/** Whether a rule of this pattern applies to the URL. */
function applies(pattern: string, url: string, profile: ReferenceProfile): boolean {
  return verdict(`user-agent: *\ndisallow: ${pattern}`, url, profile).line === 2;
}

describeWith(SHARED_NEED, "google: the reference matcher's verdicts", () => {
  const vectors = loadVectors();

  test('every verdict and line', () => {
    const disagreements = vectors
      .map(({ id, body, agents, url, allowed, line }) => {
        const ours = referenceVerdict(body, agents, url, 'google');
        return { id, url, expected: { allowed, line }, got: { allowed: ours.allowed, line: ours.line } };
      })
      .filter(({ expected, got }) => expected.allowed !== got.allowed || expected.line !== got.line);
    expect(vectors.length).toBeGreaterThan(9000);
    expect(disagreements).toEqual([]);
  });
});

describe('RFC 9309', () => {
  // RFC 9309 §2.2.2, figure 4: path, encoded path, path to match.
  test.each([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    [
      '/foo/bar?baz=https://foo.bar',
      '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
      '/foo/bar?baz=https%3A%2F%2Ffoo.bar',
    ],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ])('RFC 9309 §2.2.2: %s, %s and %s are equivalent', (...forms) => {
    for (const pattern of forms) {
      for (const path of forms) expect(applies(`${pattern}$`, path, 'rfc9309')).toBe(true);
    }
  });

  // RFC 9309 §2.2.3, figure 6.
  test.each([
    ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-b.html', false],
    ['/path/foo-%24', 'https://www.example.com/path/foo-$', true],
    ['/path/foo-%24', 'https://www.example.com/path/foo-', false],
  ])('RFC 9309 §2.2.3: %s and %s: %s', (pattern, url, expected) => {
    expect(applies(pattern, url, 'rfc9309')).toBe(expected);
  });

  // RFC 9309 §2.2.3, figure 5.
  test.each([
    ['/this/path/exactly$', '/this/path/exactly', true],
    ['/this/path/exactly$', '/this/path/exactly/not', false],
    ['/this/*/exactly', '/this/a/b/exactly/c', true],
    ['/this/*/exactly', '/this/exactly', false],
    ['/ # comment in line', '/a', true],
  ])('RFC 9309 §2.2.3: %s and %s: %s', (pattern, url, expected) => {
    expect(applies(pattern, url, 'rfc9309')).toBe(expected);
  });

  test('RFC 9309 §2.2.1: the groups of one name are merged; without any, those for `*` apply', () => {
    const merged =
      'user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: ExampleBot\ndisallow: /baz';
    expect(verdict(merged, '/bar', 'rfc9309', 'ExampleBot')).toMatchObject({ allowed: false, line: 3 });
    expect(verdict(merged, '/baz', 'rfc9309', 'examplebot')).toMatchObject({ allowed: false, line: 6 });
    expect(verdict(merged, '/baz', 'rfc9309', 'OtherBot')).toMatchObject({
      allowed: true,
      reason: 'no-group',
    });

    const others = 'user-agent: *\ndisallow: /foo\ndisallow: /bar\n\nuser-agent: BazBot\ndisallow: /baz';
    expect(verdict(others, '/foo', 'rfc9309', 'ExampleBot')).toMatchObject({ allowed: false, line: 2 });
    expect(verdict(others, '/baz', 'rfc9309', 'ExampleBot')).toMatchObject({
      allowed: true,
      reason: 'no-rule',
    });
    expect(verdict(others, '/foo', 'rfc9309', 'BazBot')).toMatchObject({ allowed: true, reason: 'no-rule' });
  });

  // The draft's grammar has a path pattern begin with `/`; docs/semantics.md §5.3 reads both alike.
  test.each([
    ['anybot', '/publications/a', true, 4],
    ['anybot', '/example/a', false, 3],
    ['anybot', '/a/b.gif', false, 2],
    ['anybot', '/a/b.gif?c', true, 0],
    ['foobot', '/', false, 7],
    ['foobot', '/example/page.html', true, 8],
    ['foobot', '/example/allowed.gif', true, 9],
    ['barbot', '/example/page.html', false, 13],
    ['bazbot', '/example/page.html', false, 13],
    ['bazbot', '/example/a', true, 0],
    ['quxbot', '/example/page.html', true, 0],
  ])('RFC 9309 §5.1: %s at %s: %s, by line %i', (agent, url, allowed, line) => {
    for (const profile of LONGEST_MATCH_PROFILES) {
      expect(verdict(SIMPLE_EXAMPLE, url, profile, agent)).toMatchObject({ allowed, line });
    }
  });

  test('RFC 9309 §5.2: the longest match decides', () => {
    const body = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif';
    for (const profile of LONGEST_MATCH_PROFILES) {
      expect(verdict(body, '/example/page/disallowed.gif', profile)).toMatchObject({
        allowed: false,
        line: 3,
      });
      expect(verdict(body, '/example/page/allowed.gif', profile)).toMatchObject({ allowed: true, line: 2 });
    }
  });

  test('RFC 9309 §2.2.2: /robots.txt is implicitly allowed', () => {
    const implicitly = { allowed: true, line: 0, directive: null, reason: 'robots-txt' };
    for (const url of ['/robots.txt', 'http://h/robots.txt?a', '/a/../robots.txt', '/robots%2Etxt']) {
      expect(verdict('user-agent: *\ndisallow: /', url, 'rfc9309')).toEqual(implicitly);
      expect(verdict('user-agent: *\ndisallow: /', url, 'draft-koster-rep-00')).toEqual(implicitly);
    }
    for (const profile of ['google', 'koster-1996'] as const) {
      expect(verdict('user-agent: *\ndisallow: /', '/robots.txt', profile).allowed).toBe(false);
    }
    expect(verdict('user-agent: *\ndisallow: /', '/robots.txt/', 'rfc9309').allowed).toBe(false);
  });
});

describe('draft-koster-rep-00', () => {
  const PROFILE = 'draft-koster-rep-00';

  test('draft-koster-rep-00 §2.2.1: the product token matches exactly, and only the first group of `*` is obeyed', () => {
    const body =
      'user-agent: FooBot/1.0\ndisallow: /a\nuser-agent: *\ndisallow: /b\nuser-agent: *\ndisallow: /c';
    expect(verdict(body, '/a', PROFILE)).toMatchObject({ allowed: true, reason: 'no-rule' });
    expect(verdict(body, '/b', PROFILE)).toMatchObject({ allowed: false, line: 4 });
    expect(verdict(body, '/c', PROFILE)).toMatchObject({ allowed: true, reason: 'no-rule' });
    expect(verdict(body, '/c', 'rfc9309', 'BarBot')).toMatchObject({ allowed: false, line: 6 });
    expect(verdict(body, '/a', 'rfc9309')).toMatchObject({ allowed: false, line: 2 });
  });

  test('draft-koster-rep-00 §3.1: the example with spaces before the colon', () => {
    const body = `User-Agent : foobot
Disallow : /example/page.html
Disallow : /example/disallowed.gif

User-Agent : barbot
User-Agent : bazbot
Allow : /example/page.html
Disallow : /example/disallowed.gif

User-Agent: quxbot

EOF`;
    expect(verdict(body, '/example/page.html', PROFILE, 'foobot')).toMatchObject({ allowed: false, line: 2 });
    expect(verdict(body, '/example/page.html', PROFILE, 'barbot')).toMatchObject({ allowed: true, line: 7 });
    expect(verdict(body, '/example/disallowed.gif', PROFILE, 'bazbot')).toMatchObject({
      allowed: false,
      line: 8,
    });
    expect(verdict(body, '/', PROFILE, 'quxbot')).toMatchObject({ allowed: true, reason: 'no-rule' });
  });
});

describe('koster-1996', () => {
  // Koster 1996 §3.2.2: record path, URL path, matches.
  test.each([
    ['/tmp', '/tmp', true],
    ['/tmp', '/tmp.html', true],
    ['/tmp', '/tmp/a.html', true],
    ['/tmp/', '/tmp', false],
    ['/tmp/', '/tmp/', true],
    ['/tmp/', '/tmp/a.html', true],
    ['/a%3cd.html', '/a%3cd.html', true],
    ['/a%3Cd.html', '/a%3cd.html', true],
    ['/a%3cd.html', '/a%3Cd.html', true],
    ['/a%2fb.html', '/a%2fb.html', true],
    ['/a%2fb.html', '/a%2Fb.html', true],
    ['/a%2fb.html', '/a/b.html', false],
    ['/%7ejoe/index.html', '/~joe/index.html', true],
    ['/~joe/index.html', '/%7Ejoe/index.html', true],
  ])('Koster 1996 §3.2.2: %s and %s: %s', (pattern, url, expected) => {
    expect(applies(pattern, url, 'koster-1996')).toBe(expected);
  });

  test('Koster 1996 §3.2: the first match in the order of the record', () => {
    const body =
      'User-agent: webcrawler\nUser-agent: infoseek\nAllow: /tmp/ok.html\nDisallow: /tmp\nDisallow: /user/foo';
    expect(verdict(body, '/tmp/ok.html', 'koster-1996', 'InfoSeek')).toMatchObject({
      allowed: true,
      line: 3,
    });
    expect(verdict(body, '/tmp/a', 'koster-1996', 'webcrawler')).toMatchObject({ allowed: false, line: 4 });
    const reversed = 'User-agent: *\nDisallow: /tmp\nAllow: /tmp/ok.html';
    expect(verdict(reversed, '/tmp/ok.html', 'koster-1996')).toMatchObject({ allowed: false, line: 2 });
  });

  test('Koster 1996 §3.2.1: the name before the version is compared', () => {
    const body = 'User-agent: figtree/0.1\nDisallow: /';
    expect(verdict(body, '/', 'koster-1996', 'FigTree/0.2')).toMatchObject({ allowed: false, line: 2 });
  });

  test('the reply above the draft: no match means allowed', () => {
    const body = 'User-agent: *\nDisallow: /a';
    expect(verdict(body, '/b', 'koster-1996')).toMatchObject({ allowed: true, reason: 'no-rule' });
  });
});

describe("google: the page's tables", () => {
  // Example path matches: pattern, what it matches, what it does not.
  const FISH = ['/fish', '/fish.html', '/fish/salmon.html', '/fishheads', '/fishheads/yummy.html'];
  const PATH_TABLE: [string, string[], string[]][] = [
    ['/', ['/', '/a/b'], []],
    ['/*', ['/', '/a/b'], []],
    ['/$', ['/'], ['/a']],
    ['/fish', [...FISH, '/fish.php?id=anything'], ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish']],
    ['/fish*', [...FISH, '/fish.php?id=anything'], ['/Fish.asp', '/catfish', '/?id=fish', '/desert/fish']],
    [
      '/fish/',
      ['/fish/', '/fish/?id=anything', '/fish/salmon.htm'],
      ['/fish', '/fish.html', '/animals/fish/', '/Fish/Salmon.asp'],
    ],
    [
      '/*.php',
      [
        ...['/index.php', '/filename.php', '/folder/filename.php', '/folder/filename.php?parameters'],
        ...['/folder/any.php.file.html', '/filename.php/'],
      ],
      ['/', '/windows.PHP'],
    ],
    [
      '/*.php$',
      ['/filename.php', '/folder/filename.php'],
      ['/filename.php?parameters', '/filename.php/', '/filename.php5', '/windows.PHP'],
    ],
    ['/fish*.php', ['/fish.php', '/fishheads/catfish.php?parameters'], ['/Fish.PHP']],
  ];
  test.each(PATH_TABLE)('%s matches %j, not %j', (pattern, matched, notMatched) => {
    for (const profile of LONGEST_MATCH_PROFILES) {
      for (const path of matched) expect([path, applies(pattern, path, profile)]).toEqual([path, true]);
      for (const path of notMatched) expect([path, applies(pattern, path, profile)]).toEqual([path, false]);
    }
  });

  // Order of precedence for rules: URL, allow, disallow, whether the allow applies.
  test.each([
    ['https://example.com/page', '/p', '/', true],
    ['https://example.com/folder/page', '/folder', '/folder', true],
    ['https://example.com/page.htm', '/page', '/*.htm', false],
    ['https://example.com/page.php5', '/page', '/*.ph', true],
    ['https://example.com/', '/$', '/', true],
    ['https://example.com/page.htm', '/$', '/', false],
  ])('%s with allow %s and disallow %s: %s', (url, allow, disallow, allowed) => {
    for (const profile of LONGEST_MATCH_PROFILES) {
      const body = `user-agent: *\nallow: ${allow}\ndisallow: ${disallow}`;
      expect(verdict(body, url, profile)).toMatchObject({ allowed, line: allowed ? 2 : 3 });
    }
  });

  test('grouping: four groups; lines between user-agent lines do not separate them', () => {
    const body =
      'user-agent: a\ndisallow: /c\n\nuser-agent: b\ndisallow: /d\n\nuser-agent: e\nuser-agent: f\ndisallow: /g\n\nuser-agent: h';
    const blockedFor = (agent: string) =>
      ['/c', '/d', '/g'].filter((url) => !verdict(body, url, 'google', agent).allowed);
    expect(['a', 'b', 'e', 'f', 'h'].map(blockedFor)).toEqual([['/c'], ['/d'], ['/g'], ['/g'], []]);

    const sitemap = 'user-agent: a\nsitemap: https://example.com/sitemap.xml\n\nuser-agent: b\ndisallow: /';
    for (const profile of LONGEST_MATCH_PROFILES) {
      expect(verdict(sitemap, '/x', profile, 'a')).toMatchObject({ allowed: false, line: 5 });
    }
  });

  test('user agents: only the group of the whole name', () => {
    const body =
      'user-agent: googlebot-news\ndisallow: /1\n\nuser-agent: *\ndisallow: /2\n\nuser-agent: googlebot\ndisallow: /3';
    const linesFor = (agent: string) =>
      ['/1', '/2', '/3'].map((url) => verdict(body, url, 'google', agent).line);
    expect(linesFor('Googlebot-News')).toEqual([2, 0, 0]);
    expect(linesFor('Googlebot')).toEqual([0, 0, 8]);
    expect(linesFor('Storebot-Google')).toEqual([0, 5, 0]);
    for (const value of ['googlebot/1.2', 'googlebot*']) {
      const same = `user-agent: ${value}\ndisallow: /`;
      expect(verdict(same, '/', 'google', 'Googlebot')).toMatchObject({ allowed: false, line: 2 });
    }
  });
});
