/** RFC 9309 §2.2.2: URL objects, and rules in no group. Which rule decides is in `conformance/rfc9309/2.2.2-rules.json`. */
import { expect, test } from 'vitest';
import { describeRequirement } from './cite.js';
import { diagnosticsOf, groupsOf, judgeUnder } from './judging.js';

describeRequirement('2.2.2-match', () => {
  test('a URL object is accepted', () => {
    const body = 'user-agent: *\nallow: /a/b\ndisallow: /a';
    expect(judgeUnder('rfc9309')(body, new URL('https://example.com/a/c'))).toBe('disallow 3');
  });
});

describeRequirement('2.2.2-no-group', () => {
  test('rules before the first user-agent line are in no group, and are reported', () => {
    const body = 'disallow: /a\nallow: /b\n\nuser-agent: *\ndisallow: /b';
    expect(groupsOf(body)).toEqual([[['*'], [5]]]);
    expect(diagnosticsOf(body)).toEqual(['1 rule-before-user-agent', '2 rule-before-user-agent']);
  });
});
