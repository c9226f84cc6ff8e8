/** Ways to change one part of the small matcher. */
import type { ReferenceProfile as Profile } from '../reference/reference.js';
import { type Parts, SOUND } from './parts/sound.js';
import type { Group } from './parts/types.js';

export type Change = Partial<Parts> & ThisType<Parts>;

/** Faults as a table: what goes wrong, and what is changed. */
export type Changes = { readonly [name: string]: Change };

/** The parts that are functions. */
type Functions = {
  [part in keyof Parts as Parts[part] extends (...given: never[]) => unknown ? part : never]: Parts[part];
};
type Given<Part extends keyof Functions> = Parameters<Functions[Part]>;
type Result<Part extends keyof Functions> = ReturnType<Functions[Part]>;
type AnyPart = (...given: unknown[]) => never;

/** Another result of a part. */
export function after<Part extends keyof Functions>(
  part: Part,
  change: (result: Result<Part>, ...given: Given<Part>) => Result<Part>,
): Change {
  const sound = SOUND[part] as AnyPart;
  function changed(this: Parts, ...given: Given<Part>) {
    return change(sound.apply(this, given), ...given);
  }
  return { [part]: changed };
}

/** Another first argument of a part. */
export function given<Part extends keyof Functions>(
  part: Part,
  change: (first: Given<Part>[0]) => Given<Part>[0],
): Change {
  const sound = SOUND[part] as AnyPart;
  function changed(this: Parts, first: Given<Part>[0], ...others: unknown[]) {
    return sound.call(this, change(first), ...others);
  }
  return { [part]: changed };
}

/** Another line in place of each. */
export function eachLine(change: (line: string) => string): Change {
  return after('lines', (lines) => lines.map(change));
}

/** Other names or rules of each group. */
export function eachGroup(change: (group: Group) => Partial<Group>): Change {
  return after('groups', (groups) => groups.map((group) => ({ ...group, ...change(group) })));
}

/** Another value of each rule. */
export function eachRule(change: (value: string) => string): Change {
  return given('weightOf', (rule) => ({ ...rule, value: change(rule.value) }));
}

/** Names compared under one profile as under another. */
export function namesAs(one: Profile, other: Profile): Change {
  return { names: (line, name, profile) => SOUND.names(line, name, profile === one ? other : profile) };
}

/** Another pattern, where `*` and `$` are special. */
export function specialPattern(change: (pattern: string) => string): Change {
  return {
    matches: (pattern, path, profile) =>
      SOUND.matches(profile === 'koster-1996' ? pattern : change(pattern), path, profile),
  };
}
