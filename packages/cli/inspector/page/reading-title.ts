/** What profiles and readers are called. */
import { calledInMessages } from 'robotstream/internal';
import { READERS } from 'robotstream/readers';
import { PROFILES } from 'robotstream/web';
import type { ReadingName } from '../state/state.js';

const TITLES: { readonly [name: string]: string } = {
  rfc9309: 'RFC 9309',
  google: 'Google',
  'draft-koster-rep-00': 'Draft of 2019',
  'koster-1996': 'Draft of 1996',
};

/** The title of a profile or a reader. A link can name a reader that does not exist; it has the name alone. */
export function readingTitle(name: ReadingName): string {
  const known = Object.entries({ ...PROFILES, ...READERS }).find(([one]) => one === name)?.[1];
  return TITLES[name] ?? (known === undefined ? name : calledInMessages(known));
}
