import { describe, expect, test } from 'vitest';
import { type ProfileName, parseSync } from '../core.js';
import { type ComparedCaller, differencesByCaller } from './by-caller.js';

function callersOf(
  before: string,
  after: string,
  agents: readonly string[],
  profiles: readonly [ProfileName, ProfileName] = ['rfc9309', 'rfc9309'],
): ComparedCaller[] {
  const old = parseSync(before).matchers(agents, { profile: profiles[0] });
  const young = parseSync(after).matchers(agents, { profile: profiles[1] });
  return agents.map((agent, i) => ({ agent, before: old[i], after: young[i] }));
}

const BEFORE = 'User-agent: a\nDisallow: /a\n\nUser-agent: b\nDisallow: /a\n\nUser-agent: *\nDisallow: /x\n';
const AFTER = 'User-agent: a\nUser-agent: b\nDisallow: /b\n\nUser-agent: *\nDisallow: /x\n';

describe('differencesByCaller', () => {
  test('has an entry for each set of callers with equal rules, with the lines of the first', () => {
    expect(differencesByCaller(callersOf(BEFORE, AFTER, ['*', 'b', 'a', 'c']))).toEqual([
      { agents: ['*', 'c'], opens: [], closes: [], isExhaustive: true },
      {
        agents: ['b', 'a'],
        opens: [{ path: '/a', before: { allowed: false, line: 5 }, after: { allowed: true, line: 0 } }],
        closes: [{ path: '/b', before: { allowed: true, line: 0 }, after: { allowed: false, line: 3 } }],
        isExhaustive: true,
      },
    ]);
    expect(differencesByCaller([])).toEqual([]);
  });

  test('compares equal rules under two profiles', () => {
    const callers = callersOf(
      'User-agent: *\nDisallow: /%62',
      'User-agent: *\nDisallow: /%62',
      ['*'],
      ['rfc9309', 'google'],
    );
    expect(differencesByCaller(callers)[0]?.opens.map(({ path }) => path)).toEqual(['/b']);
  });

  test('leaves percent-encoded spellings out on request', () => {
    const file = 'User-agent: *\nDisallow: /%7Euser\nDisallow: /b\n';
    const callers = callersOf(file, file, ['*'], ['rfc9309', 'google']);
    const [all] = differencesByCaller(callers);
    const [unescaped] = differencesByCaller(callers, { spellings: 'unescaped' });
    expect(all?.opens.map(({ path }) => path)).toEqual(['/%62', '/~user']);
    expect(unescaped?.opens.map(({ path }) => path)).toEqual(['/~user']);
    expect(unescaped?.isExhaustive).toBe(true);
    const [stopped] = differencesByCaller(callers, { spellings: 'unescaped', maxSteps: 1 });
    expect(stopped).toMatchObject({ closes: [], isExhaustive: false });
    for (const { path } of stopped?.opens ?? []) expect(path).not.toContain('%');
  });

  test('says which callers may differ when no steps were left to compare them', () => {
    const agents = Array.from({ length: 30 }, (_, i) => `a${'b'.repeat(i)}`);
    const groups = agents.map((agent, i) => `User-agent: ${agent}\nDisallow: /${i}\n`).join('');
    const entries = differencesByCaller(callersOf(groups, '', agents), { maxSteps: 20_000 });
    expect(entries).toHaveLength(30);
    expect(entries[0]).toMatchObject({ closes: [], opens: [{ path: '/0' }], isExhaustive: true });
    expect(entries.filter(({ isExhaustive }) => !isExhaustive).length).toBeGreaterThan(0);
  });

  test('refuses unknown options', () => {
    expect(() => differencesByCaller([], { spelling: 'all' } as object)).toThrow(/spelling.*spellings/s);
    expect(() => differencesByCaller([], { spellings: 'plain' as 'all' })).toThrow(TypeError);
  });
});
