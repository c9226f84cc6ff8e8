/** Koster 1996, section by section, and the reply to it on the mailing list. */
import { describe, expect, test } from 'vitest';
import { LineParser, parseSync, productTokens, robotsUrl } from '../../src/core.js';
import { type Answer, groupsOf, judgeUnder, matchesUnder, read } from './judging.js';

const PROFILE = 'koster-1996';
const judge = judgeUnder(PROFILE);
const matches = matchesUnder(PROFILE);

function records(body: string) {
  return groupsOf(body, PROFILE);
}

describe('Koster 1996 §3.1', () => {
  test.each([
    ['http://www.foo.com/welcome.html', 'http://www.foo.com/robots.txt'],
    ['http://www.bar.com:8001/', 'http://www.bar.com:8001/robots.txt'],
  ])('%s: %s', (url, robots) => {
    expect(robotsUrl(url)).toBe(robots);
  });
});

describe('Koster 1996 §3.2', () => {
  const body = `User-agent: webcrawler
User-agent: infoseek
Allow:    /tmp/ok.html
Disallow: /tmp
Disallow: /user/foo
`;

  test('the example is one record', () => {
    expect(records(body)).toEqual([
      [
        ['webcrawler', 'infoseek'],
        [3, 4, 5],
      ],
    ]);
  });

  test.each<[string, string, Answer]>([
    ['webcrawler', '/tmp/ok.html', 'allow 3'],
    ['webcrawler', '/tmp/a.html', 'disallow 4'],
    ['webcrawler', '/tmp', 'disallow 4'],
    ['infoseek', '/tmp/ok.html', 'allow 3'],
    ['infoseek', '/tmp/ok.htm', 'disallow 4'],
    ['infoseek', '/user/foo/', 'disallow 5'],
    ['infoseek', '/user/bar', 'no rule'],
    ['otherbot', '/tmp', 'no group'],
  ])('%s at %s: %s', (agent, url, answer) => {
    expect(judge(body, url, agent)).toBe(answer);
  });

  test('records are separated by blank lines', () => {
    const separated =
      'User-agent: a\nDisallow: /1\n\nUser-agent: b\nDisallow: /2\n \t\nUser-agent: c\nDisallow: /3';
    expect(records(separated)).toEqual([
      [['a'], [2]],
      [['b'], [5]],
      [['c'], [8]],
    ]);
  });

  test('a blank line ends the record: rules after it belong to no record', () => {
    const cut = 'User-agent: FooBot\nDisallow: /1\n\nDisallow: /2';
    expect(records(cut)).toEqual([[['FooBot'], [2]]]);
    expect(judge(cut, '/2')).toBe('no rule');
    expect(judge('User-agent: FooBot\n\nDisallow: /', '/')).toBe('no rule');
  });

  test('comments are allowed anywhere', () => {
    const commented =
      '# a\nUser-agent: FooBot # b\n# c\nUser-agent: BarBot\n# d\nDisallow: /1 # e\n# f\nAllow: /2#g\n# h';
    expect(records(commented)).toEqual([
      [
        ['FooBot', 'BarBot'],
        [6, 8],
      ],
    ]);
    expect(judge(commented, '/1')).toBe('disallow 6');
    expect(judge(commented, '/2')).toBe('allow 8');
    expect(read(commented).comments).toHaveLength(8);
  });
});

describe('Koster 1996 §3.2.1', () => {
  test('* is the default record, for robots that no record names', () => {
    const body = 'User-agent: *\nDisallow: /a\n\nUser-agent: FooBot\nDisallow: /b';
    expect(judge(body, '/a')).toBe('no rule');
    expect(judge(body, '/b')).toBe('disallow 5');
    expect(judge(body, '/a', 'BarBot')).toBe('disallow 2');
    expect(judge(body, '/b', 'BarBot')).toBe('no rule');
  });

  test.each(['figtree', 'FigTree', 'FIGTREE', 'figTREE'])(
    'the comparison is case-insensitive: %s',
    (name) => {
      expect(judge(`User-agent: ${name}\nDisallow: /`, '/', 'FigTree')).toBe('disallow 2');
    },
  );

  test('FigTree sends FigTree/0.1 Robot/1.0 libwww-perl/5.04 and looks for figtree', () => {
    const [name] = productTokens('FigTree/0.1 Robot/1.0 libwww-perl/5.04');
    const body = 'User-agent: figtree\nDisallow: /a\n\nUser-agent: *\nDisallow: /b';
    for (const agent of [name, 'figtree', 'FigTree/0.1']) {
      expect(judge(body, '/a', agent)).toBe('disallow 2');
      expect(judge(body, '/b', agent)).toBe('no rule');
    }
  });

  test('the name is the text before the version', () => {
    expect(judge('User-agent: figtree/0.1\nDisallow: /', '/', 'FigTree/0.2')).toBe('disallow 2');
    expect(judge('User-agent: fig tree\nDisallow: /', '/', 'fig')).toBe('no group');
    expect(judge('User-agent: figtrees\nDisallow: /', '/', 'figtree')).toBe('no group');
  });
});

describe('Koster 1996 §3.3', () => {
  test.each(['', '\n', '# a\n\n \n# b', '\t\n#\n'])('robotstxt: blanks and comments alone: %j', (body) => {
    expect(records(body)).toEqual([]);
    expect(judge(body, '/')).toBe('no group');
  });

  test('robotstxt: blanks and comments before, between and after records', () => {
    const body =
      '# a\n\n# b\nUser-agent: a\nDisallow: /1\n# c\n\n\n# d\n\nUser-agent: b\nDisallow: /2\n\n# e';
    expect(records(body)).toEqual([
      [['a'], [5]],
      [['b'], [12]],
    ]);
  });

  test('record: comment lines anywhere in it; a comment line is not a blank line', () => {
    const body = 'User-agent: FooBot\n# a\nUser-agent: BarBot\n\t# b\nDisallow: /1\n # c\nDisallow: /2';
    expect(records(body)).toEqual([
      [
        ['FooBot', 'BarBot'],
        [5, 7],
      ],
    ]);
    expect(judge(body, '/2')).toBe('disallow 7');
  });

  test('record: user-agent lines come before the rules; one after a rule begins another record', () => {
    const body = 'User-agent: FooBot\nDisallow: /1\nUser-agent: BarBot\nDisallow: /2';
    expect(judge(body, '/2')).toBe('no rule');
    expect(judge(body, '/1', 'BarBot')).toBe('no rule');
    expect(judge('Disallow: /\nUser-agent: FooBot\nDisallow: /1', '/2')).toBe('no rule');
  });

  test.each([
    'User-agent:FooBot',
    'User-agent: \t FooBot \t',
    'User-agent: FooBot#c',
    'USER-AGENT: FooBot',
    'user-agent: FooBot # c',
  ])('agentline: %j', (line) => {
    expect(judge(`${line}\nDisallow: /a`, '/a')).toBe('disallow 2');
  });

  test.each(['Disallow:/a', 'Disallow: \t /a \t', 'Disallow: /a#c', 'DISALLOW: /a', 'disallow: /a # c'])(
    'disallowline: %j',
    (line) => {
      expect(judge(`User-agent: *\n${line}`, '/a')).toBe('disallow 2');
    },
  );

  test.each(['Allow:/a', 'Allow: \t /a \t', 'Allow: /a#c', 'ALLOW: /a', 'allow: /a # c'])(
    'allowline: %j',
    (line) => {
      expect(judge(`User-agent: *\n${line}`, '/a')).toBe('allow 2');
    },
  );

  test.each(['Disallow /a', 'Disalow: /a', 'Disallowed: /a', 'Dis-allow: /a', 'Sitemap: /a'])(
    'none of these: %j',
    (line) => {
      expect(judge(`User-agent: *\n${line}`, '/a')).toBe('no rule');
    },
  );

  test.each(['$', '-', '_', '.', '+', '!', '*', "'", '(', ')', ',', ':', '@', '&', '='])(
    'path: %s is a character as any',
    (character) => {
      expect(matches(`/a${character}b`, `/a${character}b/c`)).toBe(true);
      expect(matches(`/a${character}b`, '/axb')).toBe(false);
      expect(matches(`/a${character}`, '/a')).toBe(false);
    },
  );

  // A token is any CHAR except CTLs or tspecials.
  test.each(['FooBot', 'foo.bot', 'FooBot2', '360Spider', "Foo!$%&'*+-.^_`|~Bot"])('token: %s', (token) => {
    expect(judge(`User-agent: ${token}\nDisallow: /`, '/', token)).toBe('disallow 2');
    expect(judge(`User-agent: ${token}\nDisallow: /`, '/', `${token}x`)).toBe('no group');
  });
});

describe('Koster 1996 §4.2', () => {
  test.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['LF', '\n'],
  ])('%s ends a line', (_, end) => {
    const body = ['User-agent: a', 'Disallow: /1', '', 'User-agent: b', 'Disallow: /2', ''].join(end);
    expect(records(body)).toEqual([
      [['a'], [2]],
      [['b'], [5]],
    ]);
    expect(judge(body, '/2', 'b')).toBe('disallow 5');
    expect(judge(body, '/1', 'b')).toBe('no rule');
  });

  test('CRLF is one line end, not a blank line', () => {
    expect(judge('User-agent: FooBot\r\nDisallow: /a\r\nDisallow: /b', '/b')).toBe('disallow 3');
    expect(judge('User-agent: FooBot\r\rDisallow: /a', '/a')).toBe('no rule');
    expect(judge('User-agent: FooBot\n\rDisallow: /a', '/a')).toBe('no rule');
  });
});

describe('Koster 1996 §5', () => {
  test('the cost of a file is limited', () => {
    const parser = new LineParser();
    parser.write(new Uint8Array(512_001));
    expect(parser.limitReached).toBe(true);
    expect(parseSync('\n'.repeat(512_001)).truncated).toBe(true);
  });
});
