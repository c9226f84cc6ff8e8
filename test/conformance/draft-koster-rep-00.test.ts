/** draft-koster-rep-00 (July 2019), section by section. What it shares with RFC 9309 is tested again under its own profile. */
import { describe, expect, test } from 'vitest';
import { parse, parseSync, productTokens, robotsUrl } from '../../src/core.js';
import { type Answer, concat, groupsOf, judgeUnder, matchesUnder, octets, read } from './judging.js';

const PROFILE = 'draft-koster-rep-00';
const judge = judgeUnder(PROFILE);
const matches = matchesUnder(PROFILE);

describe('draft-koster-rep-00 §2.1', () => {
  test('a group is user-agent lines and rules, ended by a user-agent line or the end of the file', () => {
    const body = 'user-agent: a\nuser-agent: b\n\nallow: /1\n\ndisallow: /2\nuser-agent: c\ndisallow: /3';
    expect(groupsOf(body, PROFILE)).toEqual([
      [
        ['a', 'b'],
        [4, 6],
      ],
      [['c'], [8]],
    ]);
  });

  test('a last group without rules allows everything', () => {
    expect(judge('user-agent: *\ndisallow: /\n\nuser-agent: FooBot', '/')).toBe('no rule');
  });
});

describe('draft-koster-rep-00 §2.2', () => {
  test.each([
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ])('NL: %s', (_, end) => {
    expect(judge(`user-agent: *${end}# c${end}disallow: /a${end}`, '/a')).toBe('disallow 3');
  });

  test.each(['disallow:/a', ' \tdisallow\t : /a ', 'DISALLOW: /a', 'disallow: /a#c', 'disallow: /a # c'])(
    'a rule: %j',
    (line) => {
      expect(judge(`user-agent: *\n${line}`, '/a')).toBe('disallow 2');
    },
  );

  test.each(['disallow:', 'disallow: \t', 'disallow: # c', 'allow:'])('an empty pattern: %j', (line) => {
    expect(judge(`user-agent: *\n${line}`, '/a')).toBe('no rule');
  });

  test.each(['disalow: /a', 'disallow /a', 'dissallow:/a'])(
    'lenient when lines do not conform: %j',
    (line) => {
      expect(judge(`user-agent: *\n${line}`, '/a')).toBe('disallow 2');
    },
  );

  test('additional lines: sitemaps', () => {
    expect(read('sitemap: https://example.com/a.xml').sitemaps).toHaveLength(1);
  });
});

describe('draft-koster-rep-00 §2.2.1', () => {
  test('the product token is in the HTTP header and on the user-agent line', () => {
    const [token] = productTokens(
      'Mozilla/5.0 (compatible; ExampleBot/0.1; https://www.example.com/bot.html)',
    );
    expect(judge('user-agent: ExampleBot\ndisallow: /', '/', token)).toBe('disallow 2');
  });

  test.each([
    ['ExampleBot', true],
    ['examplebot', true],
    ['EXAMPLEBOT', true],
    ['ExampleBot/0.1', false],
    ['ExampleBot 0.1', false],
    ['ExampleBot*', false],
    ['ExampleBots', false],
    ['Example', false],
  ])('a group matches the token exactly, without regard to case: %s: %s', (value, expected) => {
    expect(judge(`user-agent: ${value}\ndisallow: /`, '/', 'ExampleBot')).toBe(
      expected ? 'disallow 2' : 'no group',
    );
  });

  test('the rules of the matching groups are combined', () => {
    const body =
      'user-agent: FooBot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\nuser-agent: foobot\nallow: /a/b';
    expect(['/a', '/b', '/a/b'].map((url) => judge(body, url))).toEqual(['disallow 2', 'no rule', 'allow 8']);
  });

  test('without a matching group, only the first group for * is obeyed', () => {
    const body =
      'user-agent: BarBot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\nuser-agent: *\ndisallow: /c';
    expect(['/a', '/b', '/c'].map((url) => judge(body, url))).toEqual(['no rule', 'disallow 5', 'no rule']);
  });

  test('the first group for * may have no rules', () => {
    expect(judge('user-agent: *\ndisallow:\n\nuser-agent: *\ndisallow: /', '/')).toBe('no rule');
  });

  test.each(['', 'user-agent: BarBot\ndisallow: /', 'disallow: /'])(
    'without either no rules apply: %j',
    (body) => {
      expect(judge(body, '/')).toBe('no group');
    },
  );
});

describe('draft-koster-rep-00 §2.2.2', () => {
  test.each<[string, string, string, Answer]>([
    ['the match of most octets is used', 'allow: /a\ndisallow: /a/b', '/a/b', 'disallow 3'],
    ['in any order', 'disallow: /a/b\nallow: /a', '/a/b', 'disallow 2'],
    ['of equivalent rules the allow', 'disallow: /a\nallow: /a', '/a', 'allow 3'],
    ['case-sensitive', 'disallow: /A', '/a', 'no rule'],
    ['without a match allowed', 'disallow: /a', '/b', 'no rule'],
    ['/robots.txt is implicitly allowed', 'disallow: /', '/robots.txt', 'robots.txt'],
  ])('%s', (_, lines, url, answer) => {
    expect(judge(`user-agent: *\n${lines}`, url)).toBe(answer);
  });

  test.each([
    ['/a', '/ab', true],
    ['/ab', '/a', false],
    ['/b', '/a/b', false],
  ])('a rule is compared up to the end of its path: %s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });

  describe.each<[path: string, encodedPath: string, pathToMatch: string]>([
    ['/foo/bar?baz=quz', '/foo/bar?baz=quz', '/foo/bar?baz=quz'],
    ['/foo/bar?baz=http://foo.bar', '/foo/bar?baz=http%3A%2F%2Ffoo.bar', '/foo/bar?baz=http%3A%2F%2Ffoo.bar'],
    ['/foo/bar/\u30C4', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84', '/foo/bar/%E3%83%84'],
    ['/foo/bar/%62%61%7A', '/foo/bar/%62%61%7A', '/foo/bar/baz'],
  ])('the table, row %#: %s', (...forms) => {
    for (const pattern of new Set(forms)) {
      test.each([...new Set(forms)])(`the rule ${pattern} and the URI %s are equivalent`, (path) => {
        expect(matches(`${pattern}$`, path)).toBe(true);
      });
    }
  });

  test('rules outside of groups are ignored', () => {
    expect(judge('disallow: /\nuser-agent: *\ndisallow: /b', '/a')).toBe('no rule');
  });

  test('other encodings than UTF-8 match their percent-encoded octets', () => {
    expect(matches(octets('/caf\xE9$'), '/caf%E9')).toBe(true);
    expect(matches(octets('/caf\xE9'), '/café')).toBe(false);
  });
});

describe('draft-koster-rep-00 §2.2.3', () => {
  test.each<[string, string, string, Answer]>([
    ['#', 'allow: / # comment in line', '/a', 'allow 2'],
    ['#', '# comment at the end', '/a', 'no rule'],
    ['$', 'allow: /this/path/exactly$', '/this/path/exactly', 'allow 2'],
    ['$', 'allow: /this/path/exactly$', '/this/path/exactly/not', 'no rule'],
    ['*', 'allow: /this/*/exactly', '/this/path/is/exactly', 'allow 2'],
    ['*', 'allow: /this/*/exactly', '/this//exactly', 'allow 2'],
    ['*', 'allow: /this/*/exactly', '/this/exactly', 'no rule'],
  ])('%s: %s at %s: %s', (_, line, url, answer) => {
    expect(judge(`user-agent: *\n${line}`, url)).toBe(answer);
  });

  test.each([
    ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', 'https://www.example.com/path/file-with-a-star.html', false],
    ['/path/foo-%24', 'https://www.example.com/path/foo-$', true],
    ['/path/foo-%24', 'https://www.example.com/path/foo-', false],
  ])('verbatim: %s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describe('draft-koster-rep-00 §2.2.4', () => {
  test('other records may be interpreted; they do not end a group', () => {
    const body =
      'user-agent: FooBot\nsitemap: https://example.com/a.xml\ncrawl-delay: 3\nuser-agent: BarBot\ndisallow: /';
    expect(judge(body, '/')).toBe('disallow 5');
    expect(read(body).crawlDelay('FooBot', { profile: PROFILE })).toBe(3);
    expect(read(body).crawlDelay('BarBot', { profile: PROFILE })).toBeUndefined();
  });
});

describe('draft-koster-rep-00 §2.3', () => {
  test.each([
    'http://www.example.com/robots.txt',
    'https://www.example.com/robots.txt',
    'ftp://ftp.example.com/robots.txt',
  ])('%s is its own URI', (url) => {
    expect(robotsUrl(url)).toBe(url);
    expect(robotsUrl(new URL('/a/b?c', url))).toBe(url);
  });

  test('§2.3.1.1: the parseable rules of the fetched file are followed', async () => {
    const document = await parse(new Blob(['nonsense\nuser-agent: *\nmore nonsense\ndisallow: /a']));
    expect(document.matcher({ agents: 'FooBot', profile: PROFILE }).check('/a').rule?.line).toBe(4);
  });

  test('§2.3.1.5: each line is parsed, and the parseable rules are used', () => {
    const body = concat('user-agent: *\n', octets('\xFF\xFE\x00\n'), ': \n<p>\n\ndisallow: /a');
    expect(judge(body, '/a')).toBe('disallow 6');
  });
});

describe('draft-koster-rep-00 §2.5', () => {
  test('a limit is at least 500 KiB', () => {
    expect(() => parseSync('', { maxOctets: 500 * 1024 - 1 })).toThrow(RangeError);
    const body = 'user-agent: *\n#'.padEnd(500 * 1024 - 13).concat('\ndisallow: /a');
    expect(body).toHaveLength(500 * 1024);
    expect(judge(body, '/a')).toBe('disallow 3');
  });
});

describe('draft-koster-rep-00 §3.1', () => {
  const body = `User-Agent : foobot
Disallow : /example/page.html
Disallow : /example/disallowed.gif

User-Agent : barbot
User-Agent : bazbot
Allow : /example/page.html
Disallow : /example/disallowed.gif

User-Agent: quxbot

EOF
`;

  test.each<[string, string, Answer]>([
    ['foobot', '/example/page.html', 'disallow 2'],
    ['foobot', '/example/disallowed.gif', 'disallow 3'],
    ['foobot', '/example/', 'no rule'],
    ['barbot', '/example/page.html', 'allow 7'],
    ['barbot', '/example/disallowed.gif', 'disallow 8'],
    ['bazbot', '/example/page.html', 'allow 7'],
    ['bazbot', '/example/disallowed.gif', 'disallow 8'],
    ['quxbot', '/example/page.html', 'no rule'],
    ['quxbot', '/example/disallowed.gif', 'no rule'],
    ['anybot', '/example/page.html', 'no group'],
  ])('%s at %s: %s', (agent, url, answer) => {
    expect(judge(body, url, agent)).toBe(answer);
  });
});

describe('draft-koster-rep-00 §3.2', () => {
  const body = 'User-Agent : foobot\nAllow : /example/page/\nDisallow : /example/page/disallowed.gif';

  // As in RFC 9309 §5.2, the prose has disallow.gif where it must mean disallowed.gif.
  test.each<[string, Answer]>([
    ['https://example.com/example/page/disallowed.gif', 'disallow 3'],
    ['https://example.com/example/page/disallow.gif', 'allow 2'],
    ['https://example.com/example/page/', 'allow 2'],
    ['https://example.com/example/', 'no rule'],
  ])('the longest match: %s: %s', (url, answer) => {
    expect(judge(body, url)).toBe(answer);
  });
});
