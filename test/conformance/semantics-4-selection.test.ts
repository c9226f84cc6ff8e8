/** docs/semantics.md §4: names that callers give. Which group applies is in `conformance/semantics/4-selection.json`. */
import { describe, expect, test } from 'vitest';
import { ALL_PROFILES, read } from './judging.js';

describe('docs/semantics.md §4.1: the caller’s name', () => {
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

test.each(['FooBot /1', ' FooBot\t/1.0', 'FooBot\v'])(
  'docs/semantics.md §4.1: the name %j is FooBot',
  (agent) => {
    for (const profile of ALL_PROFILES) {
      const matcher = read('user-agent: FooBot\ndisallow: /a').matcher({ agents: agent, profile });
      expect(matcher.check('/a').selectedBy).toBe('name');
    }
  },
);

describe('docs/semantics.md §4.1: several names', () => {
  const body =
    'user-agent: FooBot\ndisallow: /a\n\nuser-agent: BarBot\ndisallow: /b\nallow: /a/b\n\nuser-agent: *\ndisallow: /c';

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
    '%j is one, and a caller may ask as it',
    (value) => {
      for (const profile of ALL_PROFILES) {
        const matcher = read(`user-agent: ${value}\ndisallow: /a`).matcher({ agents: '*', profile });
        expect(matcher.check('/a').selectedBy).toBe('wildcard');
      }
    },
  );
});
