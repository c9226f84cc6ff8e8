/** Words and numbers as the page writes them. */
import type { ProfileName } from 'robotstream/web';

/** What a profile is called, and what it is for. */
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
export const OWN_READING = { title: 'Each its own', about: 'each crawler as it reads files' } as const;

/** `1 rule`, `2 rules`, `1,024 rules`. */
export function count(number: number, unit: string): string {
  return `${number.toLocaleString('en')} ${unit}${number === 1 ? '' : 's'}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const [last = '', ...before] = [...words].reverse();
  return before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`;
}

/** Control characters, and those that change the direction of text: they would show nothing or other text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of a file or a URL with its invisible characters written as `U+200B`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `U+${code.padStart(4, '0')}`;
  });
}

/** How many characters of a pattern or a URL are shown where the whole would not fit. */
const SHOWN_CHARACTERS = 200;

/** The start of a text, with its invisible characters written out. */
export function shortened(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${visible(text.slice(0, SHOWN_CHARACTERS))}…` : visible(text);
}
