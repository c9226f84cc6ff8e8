/** draft-koster-rep-00 (July 2019), section by section. What it shares with RFC 9309 is tested again under its own profile. */
import { describe, expect, test } from 'vitest';
import { parse, parseSync, productTokens, robotsUrl } from '../../src/core.js';
import { concat, groupsOf, judgeUnder, octets, read } from './judging.js';

const PROFILE = 'draft-koster-rep-00';
const judge = judgeUnder(PROFILE);

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
