/** What profiles and readers are called, and what they are for. */
import { calledInMessages } from 'robotstream/internal';
import { READERS } from 'robotstream/readers';
import type { ProfileName } from 'robotstream/web';
import { isProfile, type ReadingName } from '../state/state.js';

export interface Titles {
  readonly title: string;
  readonly about: string;
}

/** The titles of each profile. */
export const PROFILE_TITLES: Readonly<Record<ProfileName, Titles>> = {
  rfc9309: { title: 'RFC 9309', about: 'what crawlers should do' },
  google: { title: 'Google', about: 'what Googlebot does' },
  'draft-koster-rep-00': { title: 'Draft of 2019', about: 'the first draft of the RFC' },
  'koster-1996': { title: 'Draft of 1996', about: 'the original convention' },
};

/** What it is called that each crawler is judged by its own profile. */
export const OWN_READING: Titles = { title: 'Each its own', about: 'each crawler as it reads files' };

/** The titles of a profile or a reader. A link can name a reader that does not exist; it has the name alone. */
export function titlesOf(name: ReadingName): Titles {
  if (isProfile(name)) return PROFILE_TITLES[name];
  const reader = Object.entries(READERS).find(([one]) => one === name)?.[1];
  return {
    title: reader === undefined ? name : calledInMessages(reader),
    about: 'a program or service (tab Readings)',
  };
}
