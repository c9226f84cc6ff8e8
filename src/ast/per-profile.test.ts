import { expect, test } from 'vitest';
import { defineProfile } from '../define-profile.js';
import { PROFILES, type Profile } from '../profiles.js';
import { PerProfile } from './per-profile.js';

test('each profile has one value, made when it is first asked for', () => {
  const made: string[] = [];
  const values = new PerProfile<{ of: string }>();
  const get = (one: Profile) =>
    values.get(one, (profile) => {
      made.push(profile.name);
      return { of: profile.name };
    });
  const { rfc9309, google } = PROFILES;
  const first = get(rfc9309);
  expect(get(google)).toEqual({ of: 'google' });
  expect(get(rfc9309)).toBe(first);
  expect(get(google)).toBe(get(google));
  expect(made).toEqual(['rfc9309', 'google']);
});

test('two profiles of one name have values of their own', () => {
  const values = new PerProfile<{ profile: Profile }>();
  const [one, other] = [1, 2].map(() =>
    values.get(defineProfile({ name: 'mine', extends: 'rfc9309' }), (profile) => ({ profile })),
  );
  expect(one).not.toBe(other);
});
