/** docs/semantics.md §4: which group applies. Answers are in the order rfc9309, google, draft-koster-rep-00, koster-1996. */
import { describe, expect, test } from 'vitest';
import { ALL_PROFILES, type Answer, everywhere, judgeUnder, judgeUnderAll, read } from './judging.js';

/** The profiles under which a user-agent value names a caller. */
function namedUnder(value: string, agent: string): string[] {
  const document = read(`user-agent: ${value}\ndisallow: /a`);
  return ALL_PROFILES.filter(
    (profile) => document.matcher({ agents: agent, profile }).check('/a').selectedBy === 'name',
  );
}

const RFC = 'rfc9309';
const GOOGLE = 'google';
const DRAFT = 'draft-koster-rep-00';
const KOSTER = 'koster-1996';

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

describe('docs/semantics.md §4.3: which callers a value names', () => {
  test.each<[string, string, string[]]>([
    ['foobot', 'FooBot', [RFC, GOOGLE, DRAFT, KOSTER]],
    ['FOOBOT', 'foobot', [RFC, GOOGLE, DRAFT, KOSTER]],
    ['foo-bot_x', 'Foo-Bot_X', [RFC, GOOGLE, DRAFT, KOSTER]],
    ['foobot', 'foo', []],
    ['foo', 'foobot', []],
    ['foobot', 'foobot-news', []],
    ['foobot-news', 'foobot', []],
    ['a foobot', 'foobot', []],
    // Up to the first `/`, or of letters, `_` and `-`; never the whole value, because the caller's name is cut as well.
    ['foobot/2.0', 'foobot', [RFC, GOOGLE, KOSTER]],
    ['foobot/2.0', 'foobot/3.0', [RFC, GOOGLE, KOSTER]],
    ['foobot/2.0', 'foobot/2.0', [RFC, GOOGLE, KOSTER]],
    ['foobot / 2.0', 'foobot', [RFC, GOOGLE, KOSTER]],
    // Only the prefix of letters, `_` and `-`.
    ['foobot 2.0', 'foobot', [RFC, GOOGLE]],
    ['foobot*', 'foobot', [RFC, GOOGLE]],
    ['foobot;x', 'foobot', [RFC, GOOGLE]],
    ['foobot2', 'foobot', [RFC, GOOGLE]],
    ['foo bot', 'foo', [RFC, GOOGLE]],
    ['MJ12bot', 'MJ', [RFC, GOOGLE]],
    // Names with digits or dots: google finds none of them.
    ['MJ12bot', 'MJ12bot', [RFC, DRAFT, KOSTER]],
    ['mj12BOT', 'MJ12bot', [RFC, DRAFT, KOSTER]],
    ['360Spider', '360Spider', [RFC, DRAFT, KOSTER]],
    ['foo.bot', 'foo.bot', [RFC, DRAFT, KOSTER]],
    ['MJ12bot/v1.4.8', 'MJ12bot', [RFC, KOSTER]],
    ['360Spider (x)', '360Spider', [RFC]],
    ['foo.bot2-x_y!', 'foo.bot2-x_y', [RFC]],
    ['MJ12bot', 'MJ12', []],
    // The whole value, as given.
    ['foo bot', 'Foo Bot', [RFC, DRAFT, KOSTER]],
    ['foo@bot', 'foo@bot', [RFC, DRAFT, KOSTER]],
    ['ツbot', 'ツBot', [RFC, DRAFT, KOSTER]],
    ['foo bot/1.0', 'foo bot/1.0', [RFC, KOSTER]],
    ['foo bot/1.0', 'foo bot/2.0', [KOSTER]],
    ['foo bot/1.0', 'foo bot', [KOSTER]],
  ])('%j names %j under %j', (value, agent, profiles) => {
    expect(namedUnder(value, agent)).toEqual(profiles);
  });
});

describe('docs/semantics.md §4.4: which groups are obeyed', () => {
  const NAMED =
    'user-agent: FooBot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\nuser-agent: FooBot/2\nuser-agent: FooBot\ndisallow: /c';

  test.each<[string, Answer[]]>([
    ['/a', everywhere('disallow 2')],
    ['/b', everywhere('no rule')],
    ['/c', ['disallow 9', 'disallow 9', 'disallow 9', 'no rule']],
  ])('those that name the caller, combined; under koster-1996, the first: %s', (url, answers) => {
    expect(judgeUnderAll(NAMED, url)).toEqual(answers);
  });

  const WILDCARD =
    'user-agent: BarBot\ndisallow: /a\n\nuser-agent: *\ndisallow: /b\n\nuser-agent: * x\ndisallow: /c';

  test.each<[string, Answer[]]>([
    ['/a', everywhere('no rule')],
    ['/b', everywhere('disallow 5')],
    ['/c', ['disallow 8', 'disallow 8', 'no rule', 'no rule']],
  ])('otherwise those for *, combined; under the drafts, the first: %s', (url, answers) => {
    expect(judgeUnderAll(WILDCARD, url)).toEqual(answers);
  });

  test('otherwise everything is allowed', () => {
    expect(judgeUnderAll('user-agent: BarBot\ndisallow: /', '/a')).toEqual(everywhere('no group'));
  });

  test('if a group without rules names the caller, * does not apply', () => {
    expect(judgeUnderAll('user-agent: *\ndisallow: /\n\nuser-agent: FooBot', '/a')).toEqual(
      everywhere('no rule'),
    );
  });

  test('a group that names the caller and * names the caller', () => {
    const body = 'user-agent: *\ndisallow: /a\n\nuser-agent: *\nuser-agent: FooBot\ndisallow: /b';
    expect(judgeUnderAll(body, '/a')).toEqual(everywhere('no rule'));
    expect(judgeUnderAll(body, '/b')).toEqual(everywhere('disallow 6'));
  });
});
