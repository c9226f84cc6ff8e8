/**
 * Files and URLs over a small alphabet, for tests that try every URL up to a length.
 */
import fc from 'fast-check';
import { isUrlText } from '../../src/compare/url-domain.js';

const MAX_LETTERS = 5;

/** All paths of URLs over an alphabet that have at most {@link MAX_LETTERS} letters of it. */
export function pathsOver(letters: readonly string[]): string[] {
  let longest = ['/'];
  const all = ['/'];
  for (let length = 1; length < MAX_LETTERS; length++) {
    longest = longest.flatMap((path) => letters.map((letter) => path + letter));
    all.push(...longest);
  }
  return all.filter(isUrlText);
}

/** A file with one group for `*`, of at most five rules whose patterns have letters of an alphabet. */
export function fileOver(letters: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(fc.constantFrom('Allow', 'Disallow'), patternOver(letters)), { maxLength: 5 })
    .map((rules) => ['User-agent: *', ...rules.map(([field, pattern]) => `${field}: ${pattern}`)].join('\n'));
}

function patternOver(letters: readonly string[]): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...letters) }, fc.constantFrom('*', '$', '/')), {
      maxLength: 5,
    })
    .map((parts) => parts.join(''))
    .chain((text) => fc.constantFrom(`/${text}`, `/${text}`, `*${text}`, text));
}
