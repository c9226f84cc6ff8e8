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

describeRequirement('2.2.2-deduplicate', () => {
  test('a repeated rule changes nothing', () => {
    const once = rules('disallow: /a', 'allow: /a/b');
    const again = rules('disallow: /a', 'allow: /a/b', 'disallow: /a', 'disallow: /a', 'allow: /a/b');
    for (const url of ['/a', '/a/b', '/c']) expect(judge(again, url)).toBe(judge(once, url));
    expect(judge(again, '/a')).toBe('disallow 2');
    expect(judge(again, '/a/b')).toBe('allow 3');
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
