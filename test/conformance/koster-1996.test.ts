/** Koster 1996, as a document shows it. The verdicts are in `conformance/koster-1996`. */
import { describe, expect, test } from 'vitest';
import { LineParser, parseSync, productTokens, robotsUrl } from '../../src/core.js';
import { groupsOf, judgeUnder, read } from './judging.js';

const PROFILE = 'koster-1996';
const judge = judgeUnder(PROFILE);

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
    expect(read(commented).comments).toHaveLength(8);
  });
});

describe('Koster 1996 §3.2.1', () => {
  test('FigTree sends FigTree/0.1 Robot/1.0 libwww-perl/5.04 and looks for figtree', () => {
    const [name] = productTokens('FigTree/0.1 Robot/1.0 libwww-perl/5.04');
    const body = 'User-agent: figtree\nDisallow: /a\n\nUser-agent: *\nDisallow: /b';
    for (const agent of [name, 'figtree', 'FigTree/0.1']) {
      expect(judge(body, '/a', agent)).toBe('disallow 2');
      expect(judge(body, '/b', agent)).toBe('no rule');
    }
  });

  test('the name is the text before the version, in the file and in what the caller gives', () => {
    expect(judge('User-agent: figtree/0.1\nDisallow: /', '/', 'FigTree/0.2')).toBe('disallow 2');
  });
});

describe('Koster 1996 §3.3', () => {
  test.each(['', '\n', '# a\n\n \n# b', '\t\n#\n'])('robotstxt: blanks and comments alone: %j', (body) => {
    expect(records(body)).toEqual([]);
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
