/**
 * Profiles whose files the engine does not read itself: readers of `robotstream/readers`, which do so in their own way.
 */
import type { RobotsFile } from '../ast/file.js';
import type { Profile } from '../profiles.js';
import type { ProfileRules } from './caller-rules.js';
import type { Callers } from './select/callers.js';

/** What reads a file in place of the engine. */
export interface OwnReader {
  /** The file as it reads it. */
  view(file: RobotsFile): ProfileRules;
  /** One question about octets: as `judgeOnce`. */
  isAllowed(octets: Uint8Array, url: string, callers: Callers, maxOctets: number | undefined): boolean;
}

const readers = new WeakMap<Profile, OwnReader>();

/** The names by which people know readers, by profile, if they differ from the names of the profiles. */
const titles = new WeakMap<Profile, string>();

/** Makes messages use this name for a profile. */
export function calledBy(profile: Profile, title: string): void {
  titles.set(profile, title);
}

/** The name that messages for people use for a profile: its own name, unless {@link calledBy} has set another one. */
export function calledInMessages(profile: Profile): string {
  return titles.get(profile) ?? profile.name;
}

/** Files are read by `reader` under a profile from now on. */
export function readBy(profile: Profile, reader: OwnReader): void {
  readers.set(profile, reader);
}

/** What reads files under a profile in place of the engine; `undefined` for most. */
export function ownReaderOf(profile: Profile): OwnReader | undefined {
  return readers.get(profile);
}
