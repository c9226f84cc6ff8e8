/** RFC 9309 §2.2.2: which rule decides. Encodings are in `rfc9309-2.2.2-encoding.test.ts`. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { type Answer, diagnosticsOf, judgeUnder, matchesUnder } from './judging.js';

const judge = judgeUnder('rfc9309');
const matches = matchesUnder('rfc9309');

/** A file with one group for *, whose rules begin on line 2. */
function rules(...lines: string[]): string {
  return ['user-agent: *', ...lines].join('\n');
}

describeRequirement('2.2.2-match', () => {
  const body = rules('allow: /a/b', 'disallow: /a');

  test.each<[string, Answer]>([
    ['/a/b', 'allow 2'],
    ['/a/c', 'disallow 3'],
    ['/c', 'no rule'],
    ['http://example.com/a/b', 'allow 2'],
    ['https://example.com:8080/a/c?d#e', 'disallow 3'],
    ['ftp://example.com/a', 'disallow 3'],
    ['https://example.com', 'no rule'],
  ])('%s: %s', (url, answer) => {
    expect(judge(body, url)).toBe(answer);
  });

  test('a URL object is accepted', () => {
    expect(judge(body, new URL('https://example.com/a/c'))).toBe('disallow 3');
  });

  test('the query is matched, the fragment is not', () => {
    expect(matches('/a?b=c', '/a?b=c&d')).toBe(true);
    expect(matches('/a?b=c', '/a?c=b')).toBe(false);
    expect(matches('/a$', 'https://example.com/a#b')).toBe(true);
    expect(matches('/a$', '/a?b')).toBe(false);
  });
});

describeRequirement('2.2.2-case-sensitive', () => {
  test.each([
    ['/foo', '/foo', true],
    ['/foo', '/Foo', false],
    ['/FOO', '/foo', false],
    ['/a?b', '/a?B', false],
    ['/É', '/é', false],
    ['/%c3%89', '/%C3%89', true], // the digits of a percent-encoding are no case: RFC 3986 §6.2.2.1
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describeRequirement('2.2.2-first-octet', () => {
  test.each([
    ['/b', '/a/b', false],
    ['/b', '//b', false],
    ['/example.com', 'https://example.com/', false],
    ['b', '/b', false],
    ['*b', '/a/b', true],
    ['/*b', '/a/b', true],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describeRequirement('2.2.2-most-specific', () => {
  test.each<[string[], string, Answer]>([
    [['allow: /', 'disallow: /a', 'allow: /a/b', 'disallow: /a/b/c'], '/', 'allow 2'],
    [['allow: /', 'disallow: /a', 'allow: /a/b', 'disallow: /a/b/c'], '/a/c', 'disallow 3'],
    [['allow: /', 'disallow: /a', 'allow: /a/b', 'disallow: /a/b/c'], '/a/b', 'allow 4'],
    [['allow: /', 'disallow: /a', 'allow: /a/b', 'disallow: /a/b/c'], '/a/b/c/d', 'disallow 5'],
    [['disallow: /a/b/c', 'allow: /a/b', 'disallow: /a', 'allow: /'], '/a/b/c/d', 'disallow 2'],
    [['disallow: /a/b/c', 'allow: /a/b', 'disallow: /a', 'allow: /'], '/a/b', 'allow 3'],
    [['disallow: /a', 'allow: /a/long/pattern/that/does/not/match'], '/a/b', 'disallow 2'],
  ])('%j at %s: %s', (lines, url, answer) => {
    expect(judge(rules(...lines), url)).toBe(answer);
  });
});

describeRequirement('2.2.2-most-octets', () => {
  test.each<[string[], string, Answer]>([
    [['allow: /ab', 'disallow: /*b*'], '/ab', 'disallow 3'], // octets of the rule, special ones included
    [['allow: /*********', 'disallow: /abcdefg'], '/abcdefg', 'allow 2'],
    [['allow: /a', 'disallow: /*b'], '/a/long/path/b', 'disallow 3'],
    [['allow: /*a', 'disallow: /b'], '/b/long/path/a', 'allow 2'], // not of what it matches: both stop somewhere else
    [['allow: /a', 'disallow: /a$'], '/a', 'disallow 3'],
  ])('%j at %s: %s', (lines, url, answer) => {
    expect(judge(rules(...lines), url)).toBe(answer);
  });
});

describeRequirement('2.2.2-deduplicate', () => {
  test('a repeated rule changes nothing', () => {
    const once = rules('disallow: /a', 'allow: /a/b');
    const again = rules('disallow: /a', 'allow: /a/b', 'disallow: /a', 'disallow: /a', 'allow: /a/b');
    for (const url of ['/a', '/a/b', '/c']) expect(judge(again, url)).toBe(judge(once, url));
    expect(judge(again, '/a')).toBe('disallow 2');
    expect(judge(again, '/a/b')).toBe('allow 3');
  });
});

describeRequirement('2.2.2-equivalent', () => {
  test.each<[string[], string, Answer]>([
    [['allow: /a', 'disallow: /a'], '/a', 'allow 2'],
    [['disallow: /a', 'allow: /a'], '/a', 'allow 3'],
    [['disallow: /%61', 'allow: /a'], '/a', 'allow 3'],
    [['disallow: /a', 'allow: /%61'], '/a', 'allow 3'],
    [['disallow: /ab', 'allow: /*b'], '/ab', 'allow 3'],
    [['disallow: /', 'allow: /'], '/', 'allow 3'],
    [['disallow: /a', 'disallow: /a', 'allow: /a', 'disallow: /a'], '/a', 'allow 4'],
  ])('%j at %s: %s', (lines, url, answer) => {
    expect(judge(rules(...lines), url)).toBe(answer);
  });
});

describeRequirement('2.2.2-no-match', () => {
  test('no rule of the group matches', () => {
    expect(judge(rules('disallow: /a', 'disallow: /b/'), '/b')).toBe('no rule');
    expect(judge(rules('allow: /a'), '/b')).toBe('no rule');
  });

  test('the group has no rules; the rules for * do not apply instead', () => {
    expect(judge('user-agent: *\ndisallow: /\n\nuser-agent: FooBot\n', '/a')).toBe('no rule');
    expect(judge('user-agent: *\ndisallow: /\n\nuser-agent: FooBot\ndisallow: /b', '/a')).toBe('no rule');
  });
});

describeRequirement('2.2.2-robots-txt', () => {
  test.each([
    'disallow: /',
    'disallow: /robots.txt',
    'disallow: /robots.txt$',
    'disallow: *',
    'allow: /robots.txt',
  ])('%s does not change that', (line) => {
    expect(judge(rules(line), '/robots.txt')).toBe('robots.txt');
    expect(judge(rules(line), 'https://example.com/robots.txt')).toBe('robots.txt');
  });

  test.each(['/robots.txt/', '/robots.txt.bak', '/Robots.txt', '/a/robots.txt', '/robots', '//robots.txt'])(
    '%s is another file',
    (url) => {
      expect(judge(rules('disallow: /'), url)).toBe('disallow 2');
    },
  );
});

describeRequirement('2.2.2-prefix', () => {
  test.each([
    ['/a', '/a', true],
    ['/a', '/ab', true],
    ['/a', '/a/b', true],
    ['/a', '/a?b', true],
    ['/a/', '/a', false],
    ['/ab', '/a', false],
    ['/ab', '/ac', false],
    ['/', '/', true],
    ['/', '/a', true],
  ])('%s and %s: %s', (pattern, url, expected) => {
    expect(matches(pattern, url)).toBe(expected);
  });
});

describeRequirement('2.2.2-no-group', () => {
  const body = 'disallow: /a\nallow: /b\n\nuser-agent: *\ndisallow: /b';

  test('rules before the first user-agent line', () => {
    expect(judge(body, '/a')).toBe('no rule');
    expect(judge(body, '/b')).toBe('disallow 5');
    expect(diagnosticsOf(body)).toEqual(['1 rule-before-user-agent', '2 rule-before-user-agent']);
  });

  test('rules without any user-agent line', () => {
    expect(judge('disallow: /', '/a')).toBe('no group');
  });
});
