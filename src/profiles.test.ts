import { describe, expect, test } from 'vitest';
import { isAllowed } from './is-allowed.js';
import { parseSync } from './parse.js';
import {
  DEFAULT_PROFILE,
  defineProfile,
  PROFILES,
  type Profile,
  type ProfileDefinition,
  type ProfileName,
  resolveProfile,
} from './profiles.js';

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

describe('the four profiles', () => {
  test('are named as the table of docs/semantics.md names them', () => {
    expect(Object.keys(PROFILES)).toEqual(['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996']);
    for (const [name, profile] of Object.entries(PROFILES)) expect(profile.name).toBe(name);
    expect(DEFAULT_PROFILE).toBe(PROFILES.rfc9309);
  });

  test('cannot be changed', () => {
    expect(isDeeplyFrozen(PROFILES)).toBe(true);
  });

  test('are data: each is what defineProfile makes of its own choices', () => {
    for (const profile of Object.values(PROFILES)) {
      expect(defineProfile({ ...profile, extends: 'koster-1996' })).toEqual(profile);
      expect(JSON.parse(JSON.stringify(profile.reading))).toEqual(profile.reading);
    }
  });

  test('each differs from every other', () => {
    const choices = Object.values(PROFILES).map(({ name: _, ...rest }) => JSON.stringify(rest));
    expect(new Set(choices).size).toBe(4);
  });
});

describe('a name or a profile', () => {
  test('no profile means rfc9309', () => {
    expect(resolveProfile(undefined)).toBe(PROFILES.rfc9309);
  });

  test.each(Object.keys(PROFILES) as ProfileName[])('%s', (name) => {
    expect(resolveProfile(name)).toBe(PROFILES[name]);
    expect(resolveProfile(PROFILES[name])).toBe(PROFILES[name]);
  });

  test.each([
    ['"rfc9308"', 'rfc9308'],
    ['"toString"', 'toString'],
    ['""', ''],
    ['null', null],
    ['5', 5],
  ])('%s is a TypeError that lists the names', (shown, given) => {
    const message = `profile is ${shown}; one of rfc9309, google, draft-koster-rep-00, koster-1996`;
    expect(() => resolveProfile(given as ProfileName)).toThrow(TypeError);
    expect(() => resolveProfile(given as ProfileName)).toThrow(message);
  });
});

describe('isAllowed, which knows no list of choices', () => {
  const FILE = 'User-agent: a\nDisalow: /x\nDisallow: y\n\nDisallow: /z';
  const ask = (url: string, profile: Profile | ProfileName) => isAllowed(FILE, url, { agents: 'a', profile });

  test.each(Object.values(PROFILES))(
    'judges by $name, by its name and by the object, as a matcher does',
    (profile) => {
      const matcher = parseSync(FILE).matcher({ agents: 'a', profile });
      for (const path of ['/x', '/y', '/z', '/robots.txt']) {
        expect(ask(path, profile.name as ProfileName)).toBe(matcher.isAllowed(path));
        expect(ask(path, profile)).toBe(matcher.isAllowed(path));
      }
    },
  );

  test('takes the profile of a matcher, whose copy of an object has been checked', () => {
    const given = structuredClone(PROFILES['koster-1996']) as Profile;
    const { profile } = parseSync(FILE).matcher({ agents: 'a', profile: given });
    expect(ask('/x', profile)).toBe(true);
    expect(ask('/x', 'rfc9309')).toBe(false);
  });

  test('refuses an object that this package has not made', () => {
    for (const given of [structuredClone(PROFILES.google), { ...PROFILES.google }, {}, null, 'Google']) {
      expect(() => ask('/x', given as Profile)).toThrow(TypeError);
      expect(() => ask('/x', given as Profile)).toThrow(
        /^profile is .*; one of rfc9309, .* or a profile of defineProfile\(\) is expected(?:; did you mean google\?)?$/,
      );
    }
  });
});

describe('a profile that defineProfile has not made', () => {
  const complete = structuredClone(PROFILES.google) as Profile;

  test('is copied when it is first given', () => {
    const given = { ...structuredClone(complete), name: 'mine' } as { name: string; rules: object };
    const profile = resolveProfile(given as Profile);
    expect(profile).toEqual({ ...PROFILES.google, name: 'mine' });
    expect(isDeeplyFrozen(profile)).toBe(true);
    given.rules = { ...complete.rules, precedence: 'first' };
    expect(resolveProfile(given as Profile)).toBe(profile);
    expect(Object.isFrozen(given)).toBe(false);
  });

  test.each<[string, object, string]>([
    ['nothing', {}, 'profile.name is undefined; a string is expected'],
    ['an array', [], 'profile is an empty array; '],
    ['no section', { name: 'a' }, 'profile.reading is undefined; an object with byteOrderMark, '],
    [
      'an unknown choice',
      { ...complete, rules: { ...complete.rules, form: 'raw' } },
      'profile.rules.form is "raw"; one of "canonical", "as-written", "decoded" is expected',
    ],
    [
      'a missing axis',
      { ...complete, rules: { ...complete.rules, form: undefined } },
      'profile.rules.form is undefined; one of "canonical"',
    ],
    [
      'an unknown axis',
      { ...complete, groups: { ...complete.groups, agentMatches: 'whole' } },
      'unknown option profile.groups.agentMatches; did you mean profile.groups.agentMatch?',
    ],
  ])('%s is a TypeError', (_, profile, message) => {
    const matcher = () => parseSync('').matcher({ agents: 'a', profile: profile as Profile });
    expect(matcher).toThrow(TypeError);
    expect(matcher).toThrow(message);
  });
});

describe('defineProfile', () => {
  test('takes choices that are not given from the profile that it extends', () => {
    const lenient = defineProfile({ name: 'lenient', reading: { fieldMatch: 'prefix' } });
    expect(lenient).toEqual({
      ...PROFILES.rfc9309,
      name: 'lenient',
      reading: { ...PROFILES.rfc9309.reading, fieldMatch: 'prefix' },
    });
    const stricter = defineProfile({ name: 'stricter', extends: lenient, groups: { agentMatch: 'whole' } });
    expect(stricter.reading.fieldMatch).toBe('prefix');
    expect(stricter.groups.agentMatch).toBe('whole');
    expect(defineProfile({ name: 'same', extends: 'google' })).toEqual({ ...PROFILES.google, name: 'same' });
  });

  test('makes an immutable profile, and does not change its argument or its base', () => {
    const definition = { name: 'mine', rules: { precedence: 'first' as const } };
    const profile = defineProfile(definition);
    expect(isDeeplyFrozen(profile)).toBe(true);
    expect(Object.isFrozen(definition.rules)).toBe(false);
    expect(PROFILES.rfc9309.rules.precedence).toBe('longest');
  });

  test('is obeyed by every stage', () => {
    const document = parseSync('user-agents: a\n\ndisallow: /x\nallow: /x');
    const read: Profile = defineProfile({ name: 'read', reading: { fieldMatch: 'prefix' } });
    expect(document.groupsUnder().length).toBe(0);
    expect(document.groupsUnder(read).length).toBe(1);
    const grouped = defineProfile({ name: 'grouped', extends: read, groups: { blankLineEndsGroup: true } });
    expect(document.groupsUnder(grouped)[0].rules.length).toBe(0);
    const judged = defineProfile({ name: 'judged', extends: read, rules: { precedence: 'first' } });
    expect(document.matcher({ agents: 'a', profile: read }).isAllowed('/x')).toBe(true);
    expect(document.matcher({ agents: 'a', profile: judged }).isAllowed('/x')).toBe(false);
  });

  test.each<[string, unknown, string]>([
    ['no name', {}, 'name is undefined; a string that is not empty is expected'],
    ['an empty name', { name: '' }, 'name is ""; a string that is not empty'],
    ['an unknown base', { name: 'a', extends: 'none' }, 'extends is "none"; one of rfc9309'],
    ['a misspelled base', { name: 'a', extends: 'gogle' }, 'is expected; did you mean google?'],
    [
      'an unknown axis',
      { name: 'a', rules: { form2: 'canonical' } },
      'unknown option rules.form2; did you mean rules.form? Known options: rules.form, rules.special',
    ],
    [
      'an axis of another section',
      { name: 'a', groups: { form: 'canonical' } },
      'unknown option groups.form. ',
    ],
    [
      'an axis that every object has',
      { name: 'a', groups: { toString: 1 } },
      'unknown option groups.toString. ',
    ],
    [
      'an unknown choice',
      { name: 'a', rules: { form: 'raw' } },
      'rules.form is "raw"; one of "canonical", "as-written", "decoded" is expected',
    ],
    ['an unknown section', { name: 'a', readng: {} }, 'unknown option readng; did you mean reading?'],
    ['a number for a section', { name: 'a', reading: 5 }, 'reading is 5; an object with byteOrderMark, '],
    ['null for a section', { name: 'a', access: null }, 'access is null; an object with maxRedirects, '],
    ['a name for the definition', 'a', 'defineProfile: definition is "a"; an object with name, extends'],
    ['nothing for the definition', undefined, 'defineProfile: definition is undefined; '],
    ['a number for the name', { name: 5 }, 'name is 5; a string'],
    [
      'a string for a boolean',
      { name: 'a', rules: { specialCharacters: 'true' } },
      'rules.specialCharacters is "true"; one of true, false',
    ],
    ['a string for a number', { name: 'a', access: { lifetimeMs: '5' } }, 'access.lifetimeMs is "5"'],
  ])('%s is a TypeError', (_, definition, message) => {
    expect(() => defineProfile(definition as ProfileDefinition)).toThrow(TypeError);
    expect(() => defineProfile(definition as ProfileDefinition)).toThrow(message);
  });

  test.each<[ProfileDefinition, string]>([
    [
      { name: 'a', access: { maxRedirects: 4 } },
      'access.maxRedirects is 4; a whole number from 5 to 100 is expected',
    ],
    [{ name: 'a', access: { lifetimeMs: 0.5 } }, 'access.lifetimeMs is 0.5; a whole number from 0'],
  ])('%j is out of range', (definition, message) => {
    expect(() => defineProfile(definition)).toThrow(RangeError);
    expect(() => defineProfile(definition)).toThrow(message);
  });

  test('a choice left undefined is that of the base', () => {
    const definition: ProfileDefinition = {
      name: 'a',
      extends: 'google',
      reading: { fieldMatch: undefined },
      groups: { agentMatch: undefined },
      rules: { form: undefined },
      access: undefined,
    };
    expect(defineProfile(definition)).toEqual({ ...PROFILES.google, name: 'a' });
  });
});
