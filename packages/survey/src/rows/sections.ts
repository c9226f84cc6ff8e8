/**
 * The sections of a site that rules name, and paths that no rule names, in a section and elsewhere.
 *
 * A section is what a first segment begins: `/shop/` with all below it. Its name has letters, digits, `-`, `_`, `~` and characters beyond ASCII, plain
 * or percent-encoded. A first segment with a dot is a file.
 */
import {
  DOLLAR,
  DOT,
  FILLERS,
  type Matcher,
  PERCENT,
  QUESTION,
  Row,
  type RuleTable,
  SLASH,
  STAR,
  tripletValue,
} from 'robotstream/internal';

/** A letter that no pattern of some rules has, also not percent-encoded; undefined if there is none. */
export function unknownLetter({ octets, rows, at }: RuleTable): string | undefined {
  const taken = new Uint8Array(OCTET_VALUES);
  for (const row of at) {
    const end = rows[row + Row.VALUE_END];
    for (let i = rows[row + Row.VALUE_START]; i < end; i++) {
      taken[octets[i]] = 1;
      if (octets[i] !== PERCENT || i + 2 >= end) continue;
      const value = tripletValue(octets[i + 1], octets[i + 2]);
      if (value >= 0) taken[value] = 1;
    }
  }
  for (const letter of LETTERS) if (taken[letter.charCodeAt(0)] === 0) return letter;
  return undefined;
}

const OCTET_VALUES = 256;
const LETTERS = FILLERS.replace(/[^A-Za-z]/g, '');

/**
 * A path that no rule names, such as `/x/x/x`; in a section, such as `/shop/x/x`.
 *
 * @param letter one that no pattern has
 */
export function unknownPath(letter: string, section: string = letter): string {
  return `/${section.replace(BEYOND_ASCII, inHex)}/${letter}/${letter}`;
}

const BEYOND_ASCII = /[\u0080-\u00ff]/g;

function inHex(octet: string): string {
  return `%${octet.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * The sections of which a rule matches an unknown path, as one name with a letter that no pattern has in place of each wildcard and of the open end:
 * `shop` for `/shop/`, `shopx` for `/shop`, `xshopx` for `/*shop`. A rule that matches an unknown path of the section with that name matches the
 * unknown paths of all sections for which it stands, because it can only match the letter by a `*` or by its open end.
 *
 * @param filled the pattern of the rule with that letter in these places
 * @returns undefined if there are none, or any section is one
 */
export function sectionsOf(
  filled: string,
  letter: string,
  form: Matcher['profile']['rules']['form'],
): string | undefined {
  const [before, name = '', ...rest] = filled.split('/');
  if (before !== '' || name === letter || !NAME.test(name)) return undefined;
  // After the name there is only what stands for a wildcard or for the open end.
  if (rest.length > 2 || rest.some((segment) => segment !== letter)) return undefined;
  return ENCODED.test(name) ? name.replace(ENCODED_OCTETS, (octet) => inForm(octet, form)) : name;
}

/** Whether a rule's pattern, by its octets alone, may give a name to {@link sectionsOf}: most patterns go on in a section, or name a file. */
export function mayNameSections({ octets, rows }: RuleTable, row: number): boolean {
  const end = rows[row + Row.VALUE_END];
  let i = rows[row + Row.VALUE_START];
  if (octets[i] !== SLASH) return true;
  for (i++; i < end && octets[i] !== SLASH; i++) {
    if (octets[i] === DOT || octets[i] === QUESTION) return false;
  }
  for (; i < end; i++) {
    if (octets[i] !== SLASH && octets[i] !== STAR && octets[i] !== DOLLAR) return false;
  }
  return true;
}

/** A pattern with a letter in place of each wildcard and of the open end. */
export function filledPattern(pattern: string, letter: string, hasWildcards: boolean): string {
  if (!hasWildcards) return pattern + letter;
  const isAnchored = pattern.endsWith('$');
  const begun = isAnchored ? pattern.slice(0, -1) : pattern;
  if (!begun.includes('*')) return isAnchored ? begun : begun + letter;
  const filled = (isAnchored ? begun : `${begun}*`).replace(/\*+/g, letter);
  return filled.startsWith(letter) ? withSlash(filled, letter) : filled;
}

/** What begins with a wildcard: that takes nothing before a slash, and the slash before anything else. */
export function withSlash(filled: string, letter: string): string {
  return filled.startsWith(`${letter}/`) ? filled.slice(letter.length) : `/${filled}`;
}

const NAME = /^(?:[\w~\u0080-\u00ff-]|%(?:2d|3\d|[46][1-9a-f]|[57][\da]|5f|7e|[89a-f][\da-f]))+$/i;
const ENCODED = /[%\u0080-\u00ff]/;
const ENCODED_OCTETS = /%..|[\u0080-\u00ff]/g;

/** An octet of a name in the form in which patterns and URLs are compared, so that equal names are equal texts. */
function inForm(octet: string, form: Matcher['profile']['rules']['form']): string {
  const value = octet.length === 1 ? octet.charCodeAt(0) : Number.parseInt(octet.slice(1), 16);
  const isDecoded = form === 'decoded' || (form === 'canonical' && value < FIRST_BEYOND_ASCII);
  const character = String.fromCharCode(value);
  return isDecoded ? character : inHex(character);
}

const FIRST_BEYOND_ASCII = 0x80;

/**
 * Counts sections, by their names as {@link sectionsOf} gives them, of which none is among others.
 *
 * @param most how many are counted at most
 * @param isCounted whether sections count; those that do not are as if they were not there
 */
export function countWidest(
  names: ReadonlySet<string>,
  letter: string,
  most: number,
  isCounted: (name: string) => boolean = () => true,
): number {
  const found: (readonly string[])[] = [];
  for (const name of widestFirst(names, letter)) {
    if (found.some((parts) => isAmong(name, parts)) || !isCounted(name)) continue;
    found.push(name.split(letter));
    if (found.length === most) break;
  }
  return found.length;
}

/** The names in such an order that none comes before others of which it is a part: it names no fewer letters, and has no more gaps if it names as many. */
function* widestFirst(names: ReadonlySet<string>, letter: string): Generator<string> {
  const byLetters = new Map<number, string[]>();
  for (const name of names) {
    let letters = name.length;
    for (let at = name.indexOf(letter); at >= 0; at = name.indexOf(letter, at + 1)) letters--;
    const same = byLetters.get(letters);
    if (same === undefined) byLetters.set(letters, [name]);
    else same.push(name);
  }
  for (const [, same] of [...byLetters].sort(([one], [other]) => one - other)) {
    yield* same.sort((one, other) => other.length - one.length);
  }
}

/**
 * Whether some sections are among others.
 *
 * @param others what the names of the others have between their gaps
 */
function isAmong(name: string, others: readonly string[]): boolean {
  const last = others.length - 1;
  if (last === 0) return name === others[0];
  if (!name.startsWith(others[0])) return false;
  let at = others[0].length;
  for (let nth = 1; nth < last; nth++) {
    const found = name.indexOf(others[nth], at);
    if (found < 0) return false;
    at = found + others[nth].length;
  }
  return name.length - others[last].length >= at && name.endsWith(others[last]);
}

/** Whether a pattern matches no path of a URL under any profile, because it begins with neither `/` nor `*`. */
export function matchesNothing({ octets, rows }: Pick<RuleTable, 'octets' | 'rows'>, row: number): boolean {
  const first = octets[rows[row + Row.VALUE_START]];
  return first !== SLASH && first !== STAR;
}

/** The pattern of a rule, each character an octet. */
export function patternOf({ octets, rows }: Pick<RuleTable, 'octets' | 'rows'>, row: number): string {
  const [start, end] = [rows[row + Row.VALUE_START], rows[row + Row.VALUE_END]];
  return Buffer.from(octets.buffer, octets.byteOffset + start, end - start).toString('latin1');
}
