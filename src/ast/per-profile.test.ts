import { expect, test } from 'vitest';
import { defineProfile } from '../define-profile.js';
import { PROFILES, type Profile } from '../profiles.js';
import { PerProfile } from './per-profile.js';

test('each profile has one value, made when it is first asked for', () => {
  const made: string[] = [];
  const values = new PerProfile((profile: Profile) => {
    made.push(profile.name);
    return { of: profile.name };
  });
  const { rfc9309, google } = PROFILES;
  const first = values.get(rfc9309);
  expect(values.get(google)).toEqual({ of: 'google' });
  expect(values.get(rfc9309)).toBe(first);
  expect(values.get(google)).toBe(values.get(google));
  expect(made).toEqual(['rfc9309', 'google']);
});

test('two profiles of one name have values of their own', () => {
  const values = new PerProfile((profile: Profile) => ({ profile }));
  const [one, other] = [1, 2].map(() => defineProfile({ name: 'mine', extends: 'rfc9309' }));
  expect(values.get(one as Profile)).not.toBe(values.get(other as Profile));
});
