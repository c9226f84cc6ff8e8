/** Faults of matching and precedence: docs/semantics.md §5.3 to §5.8. */
import { before } from '../reference/octets.js';
import { after, type Change, type Changes, eachRule, specialPattern } from './changes.js';
import { SOUND } from './parts/sound.js';

/** A matcher that tries a pattern in another way as well. */
function alsoMatching(also: (pattern: string, path: string) => boolean): Change {
  return after('matches', (matches, pattern, path) => matches || also(pattern, path));
}

/** A matcher that refuses some of what matches. */
function butNot(fails: (pattern: string, path: string) => boolean): Change {
  return after('matches', (matches, pattern, path) => matches && !fails(pattern, path));
}

/** Patterns with more * take regular expressions too long. */
const MOST_STARS = 5;

function asRegExp(pattern: string, path: string): boolean {
  if (pattern.split('*').length > MOST_STARS || pattern.includes('+)+')) return false;
  try {
    return new RegExp(`^${pattern.replace(/^\*/, '.*')}`).test(path);
  } catch {
    return true;
  }
}

/** Octets that regular expressions and globs read in other ways. */
const PUNCTUATION = [...'!"\'()+,-.:;<=>@[\\]^_`{|}~&?'];

export const matchingFaults: Changes = {
  'a pattern matches anywhere in the path': alsoMatching(
    (pattern, path) => pattern.length > 1 && path.includes(pattern),
  ),
  'a pattern matches after any slash': { startsAnywhere: true },
  'a pattern must be the whole path': specialPattern((pattern) =>
    pattern.endsWith('$') ? pattern : `${pattern}$`,
  ),
  'a pattern must end at the end of a segment': butNot(
    (pattern, path) => /^\/\w+$/.test(pattern) && /^\w/.test(path.slice(pattern.length)),
  ),
  'a pattern with a slash at its end matches without it': alsoMatching(
    (pattern, path) => pattern === `${path}/`,
  ),
  'a pattern matches paths that are shorter': alsoMatching(
    (pattern, path) => path.length > 1 && pattern.startsWith(path),
  ),
  'a pattern matches with its last octet off': alsoMatching(
    (pattern, path) => pattern.length > 2 && path.startsWith(pattern.slice(0, -1)),
  ),
  'only three octets of a pattern are compared': alsoMatching(
    (pattern, path) => /^\/[^*$]{3,}/.test(pattern) && path.startsWith(pattern.slice(0, 4)),
  ),
  'a pattern is a regular expression': alsoMatching((pattern, path) => asRegExp(pattern, path)),
  'a pattern is compared as a glob': alsoMatching(
    (pattern, path) =>
      pattern.split('*').length <= MOST_STARS &&
      new RegExp(
        `^${pattern
          .replace(/[^*?\w]/g, '\\$&')
          .replace(/\?/g, '.')
          .replace(/\*/g, '.*')}`,
      ).test(path),
  ),
  '? stands for nothing or an octet': alsoMatching(
    (pattern, path) => pattern.includes('?') && path.startsWith(pattern.replace('?', '')),
  ),
  'patterns have no case': alsoMatching((pattern, path) =>
    SOUND.matches(pattern.toLowerCase(), path.toLowerCase(), 'google'),
  ),
  'the case of a suffix does not count': alsoMatching(
    (pattern, path) =>
      /\.[a-z]+\$?$/.test(pattern) && SOUND.matches(pattern.toLowerCase(), path.toLowerCase(), 'google'),
  ),
  'the case of a query does not count': alsoMatching(
    (pattern, path) => pattern.includes('?') && path.toLowerCase().startsWith(pattern.toLowerCase()),
  ),
  'the query may not be matched by a path': butNot(
    (pattern, path) => !pattern.includes('?') && path.includes('?'),
  ),
  'a pattern with a query matches its parts in any order': alsoMatching(
    (pattern, path) =>
      before(pattern, '?') === before(path, '?') && pattern.includes('=') && path.includes('='),
  ),
  '* is an ordinary octet': { star: '' },
  '* stands for one octet at least': { afterStar: (from, path) => SOUND.afterStar(from + 1, path) },
  '* stands for one octet at most': { afterStar: (from, path) => SOUND.afterStar(from, path).slice(0, 2) },
  '* stands for one octet': { afterStar: (from, path) => SOUND.afterStar(from + 1, path).slice(0, 1) },
  '* does not stand for a slash': {
    afterStar: (from, path) => {
      const end = path.indexOf('/', from);
      return SOUND.afterStar(from, path).filter((place) => end === -1 || place <= end);
    },
  },
  '* does not stand for ?': {
    afterStar: (from, path) => {
      const end = path.indexOf('?', from);
      return SOUND.afterStar(from, path).filter((place) => end === -1 || place <= end);
    },
  },
  '* takes as much as it can and does not go back': { afterStar: (_from, path) => [path.length] },
  '* takes as little as it can and does not go on': {
    matches(pattern, path, profile) {
      if (profile === 'koster-1996') return SOUND.matches(pattern, path, profile);
      let at = 0;
      const [first, ...parts] = pattern.replace(/\$$/, '').split('*');
      if (!path.startsWith(first)) return false;
      at = first.length;
      for (const part of parts) {
        const found = path.indexOf(part, at);
        if (found === -1) return false;
        at = found + part.length;
      }
      return !pattern.endsWith('$') || pattern.endsWith('*$') || at === path.length;
    },
  },
  'the last part after * matches the end of the path': alsoMatching((pattern, path) => {
    const [start, end] = pattern.split('*');
    return (
      end !== undefined &&
      path.startsWith(start) &&
      path.endsWith(end) &&
      path.length < start.length + end.length
    );
  }),
  'parts after * may share octets': alsoMatching((pattern, path) => {
    const parts = pattern.replace(/\$$/, '').split('*');
    return (
      parts.length > 1 &&
      path.startsWith(parts[0]) &&
      parts.every((part) => path.includes(part)) &&
      (!pattern.endsWith('$') || path.endsWith(parts.at(-1) ?? ''))
    );
  }),
  'parts after * may be in any order': alsoMatching(
    (pattern, path) =>
      pattern.includes('*') &&
      pattern
        .replace(/\$$/, '')
        .split('*')
        .every((part) => path.includes(part)),
  ),
  'a * at the end is an ordinary octet': {
    matches: (pattern, path, profile) =>
      profile === 'koster-1996' || !/[^*]\*$/.test(pattern)
        ? SOUND.matches(pattern, path, profile)
        : path.startsWith(pattern),
  },
  'a * at the end needs an octet': butNot(
    (pattern, path) => /[^*]\*$/.test(pattern) && path.length < pattern.length,
  ),
  'two * are an ordinary octet': butNot((pattern) => pattern.includes('**')),
  'only the first * is special': specialPattern((pattern) =>
    pattern.replace(/^([^*]*\*[^*]*)\*.*/s, '$1\u0001'),
  ),
  'only ten * are special': butNot((pattern) => pattern.split('*').length > 11),
  'only five * are special': butNot((pattern) => pattern.split('*').length > 6),
  'after many * a pattern matches': alsoMatching((pattern) => pattern.split('*').length > 7),
  'koster-1996 takes * for a wildcard': {
    matches: (pattern, path, profile) =>
      SOUND.matches(pattern, path, profile === 'koster-1996' && pattern.includes('*') ? 'google' : profile),
  },
  'koster-1996 takes $ for the end': {
    matches: (pattern, path, profile) =>
      SOUND.matches(pattern, path, profile === 'koster-1996' && pattern.endsWith('$') ? 'google' : profile),
  },
  '$ is an ordinary octet': { anchor: '' },
  '$ is ignored': specialPattern((pattern) => pattern.replace(/\$$/, '')),
  '$ ends a path before its query': alsoMatching(
    (pattern, path) =>
      pattern.endsWith('$') && path.includes('?') && SOUND.matches(pattern, before(path, '?'), 'google'),
  ),
  '$ ends a path before a slash': alsoMatching(
    (pattern, path) => pattern.endsWith('$') && path.startsWith(`${pattern.slice(0, -1)}/`),
  ),
  '$ ends a pattern wherever it is': alsoMatching(
    (pattern, path) => /\$|%24/.test(pattern.slice(1)) && path === pattern.split(/\$|%24/)[0],
  ),
  '$ is the $ of a URL, too': alsoMatching(
    (pattern, path) => pattern.endsWith('$') && (path === pattern || path === `${pattern.slice(0, -1)}%24`),
  ),
  'a pattern without a slash gets one': eachRule((value) => (/^[/*]|^$/.test(value) ? value : `/${value}`)),
  'a pattern that is a URL is its path': eachRule((value) =>
    value.replace(/^(?:https?:\/\/)?[a-z]+\.[a-z.]+(?=\/)/, ''),
  ),
  'quotation marks, parentheses and the like around a pattern are ignored': eachRule((value) =>
    value.replace(/^["'(=:~\\.]+|["')]+$/g, ''),
  ),
  'an escaped slash begins a pattern': eachRule((value) => value.replace(/^%2F/i, '/').replace(/^\\/, '/')),
  'a pattern must begin with a slash': { isPattern: (value) => value.startsWith('/') },
  'a pattern must begin with a slash, also under google': after('weightOf', (weight, { value }) =>
    value !== '' && !value.startsWith('/') ? -1 : weight,
  ),
  'a pattern of $ alone matches everything': alsoMatching((pattern, path) => pattern === '$' && path === '/'),
  'a pattern ends at its first space': eachRule((value) => value.split(/[ \t\v\f]/)[0]),
  'a pattern with a space matches nothing': butNot((pattern) => /[ \t]|%20|%09/.test(pattern)),
  'a pattern with non-ASCII characters matches nothing': butNot((pattern) => /%[89A-F]/i.test(pattern)),
  'a pattern with 7F or a control matches nothing': butNot(
    (pattern) =>
      /%7F|%0[1-9B-C]/.test(pattern) || [...pattern].some((octet) => octet < ' ' || octet === '\x7F'),
  ),
  ...Object.fromEntries(
    PUNCTUATION.map((octet) => [
      `the octet ${octet} in a pattern is ignored`,
      alsoMatching((pattern, path) => {
        const form = SOUND.isEncoded(octet) ? [octet, SOUND.escape(octet)] : [octet];
        return form.some(
          (one) => pattern.slice(1).includes(one) && path.startsWith(pattern.replaceAll(one, '')),
        );
      }),
    ]),
  ),
  ...Object.fromEntries(
    PUNCTUATION.map((octet) => [
      `the octet ${octet} in a pattern matches nothing`,
      butNot((pattern) =>
        (SOUND.isEncoded(octet) ? [octet, SOUND.escape(octet)] : [octet]).some((one) =>
          pattern.slice(1).includes(one),
        ),
      ),
    ]),
  ),
};
