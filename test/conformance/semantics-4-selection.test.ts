/** docs/semantics.md §4: which group applies. Answers are in the order rfc9309, google, draft-koster-rep-00, koster-1996. */
import { describe, expect, test } from 'vitest';
import { ALL_PROFILES, everywhere, judgeUnder, judgeUnderAll, read } from './judging.js';

const RFC = 'rfc9309';
const GOOGLE = 'google';
const DRAFT = 'draft-koster-rep-00';

describe('docs/semantics.md §4.1: the caller’s name', () => {
  test.each(['FooBot', ' \tFooBot\v\f ', 'FooBot/2.0', 'FooBot/', ' FooBot/2.0/x ', 'foobot'])(
    '%j is FooBot',
    (agent) => {
      expect(judgeUnderAll('user-agent: FooBot\ndisallow: /a', '/a', agent)).toEqual(
        everywhere('disallow 2'),
      );
    },
  );

  test.each(['', ' ', '\t\v\f', '/', '/2.0', ' /FooBot'])('%j is refused', (agent) => {
    for (const profile of ALL_PROFILES) {
      expect(() => read('').matcher({ agents: agent, profile })).toThrow(TypeError);
      expect(() => read('').matcher({ agents: ['FooBot', agent], profile })).toThrow(TypeError);
      expect(() => read('').selectAgent(['FooBot', agent], { profile })).toThrow(TypeError);
      expect(() => read('').crawlDelay(agent, { profile })).toThrow(TypeError);
    }
  });

  test.each([[[]], [undefined], [null], [5], [{}], [[undefined]], [[5]]])('%j is refused', (agents) => {
    // @ts-expect-error callers without types may pass this
    expect(() => read('').matcher({ agents })).toThrow(TypeError);
  });
});

describe('docs/semantics.md §4.1: several names', () => {
  const body =
    'user-agent: FooBot\ndisallow: /a\n\nuser-agent: BarBot\ndisallow: /b\nallow: /a/b\n\nuser-agent: *\ndisallow: /c';

  test.each([RFC, GOOGLE, DRAFT] as const)('the groups of all of them are obeyed together: %s', (profile) => {
    const judge = judgeUnder(profile);
    for (const agents of [
      ['FooBot', 'BarBot'],
      ['BarBot', 'FooBot'],
    ]) {
      expect(['/a', '/b', '/a/b', '/c'].map((url) => judge(body, url, agents))).toEqual([
        'disallow 2',
        'disallow 5',
        'allow 6',
        'no rule',
      ]);
    }
  });

  test('if the file names one of them, * does not apply', () => {
    for (const agents of [
      ['QuxBot', 'BarBot'],
      ['BarBot', 'QuxBot'],
    ]) {
      expect(judgeUnderAll(body, '/c', agents)).toEqual(everywhere('no rule'));
      expect(judgeUnderAll(body, '/b', agents)).toEqual(everywhere('disallow 5'));
    }
    expect(judgeUnderAll(body, '/c', ['QuxBot', 'QuuxBot'])).toEqual(everywhere('disallow 9'));
  });

  test('a preference list gives one name, by the profile’s rule for names', () => {
    expect(read(body).selectAgent(['QuxBot', 'BarBot', 'FooBot'])).toBe('BarBot');
    expect(read(body).selectAgent(['QuxBot', '*'])).toBeUndefined();
    const versioned = read('user-agent: foobot/2.0\ndisallow: /');
    expect(ALL_PROFILES.map((profile) => versioned.selectAgent(['FooBot'], { profile }))).toEqual([
      'FooBot',
      'FooBot',
      undefined,
      'FooBot',
    ]);
  });
});

describe('docs/semantics.md §4.2: the wildcard', () => {
  test.each(['*', '* foo', '*\tfoo', '*\vfoo', '*\ffoo', '* *', '* # c', '*#c', '* /2.0'])(
    '%j is one',
    (value) => {
      const body = `user-agent: ${value}\ndisallow: /a`;
      expect(judgeUnderAll(body, '/a')).toEqual(everywhere('disallow 2'));
      for (const profile of ALL_PROFILES) {
        expect(read(body).matcher({ agents: '*', profile }).check('/a').selectedBy).toBe('wildcard');
      }
    },
  );

  test.each(['**', '*foo', '*/2.0', '*,foo', '"*"', '.*', 'foo *', '*\u00A0foo'])('%j is none', (value) => {
    expect(judgeUnderAll(`user-agent: ${value}\ndisallow: /a`, '/a')).toEqual(everywhere('no group'));
  });
});
