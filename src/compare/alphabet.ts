/**
 * Which tokens of URLs an exploration has to try. Of tokens that every pattern treats alike, only the cheapest is tried.
 */
import type { PartText, RuleAutomaton } from './rule-automaton.js';
import type { TokenForms } from './token-forms.js';
import { TOKENS, type Token } from './url-domain.js';

/** One side of a comparison: a matcher's rules, and what the tokens of URLs become before they are compared with them. */
export interface Side {
  readonly automaton: RuleAutomaton;
  readonly forms: TokenForms;
}

/** A token, and the octets that it becomes on each side, a character each. */
export interface Letter {
  readonly token: Token;
  readonly inPath: readonly string[];
  readonly inQuery: readonly string[];
}

/** A letter that becomes several octets on some side. */
interface LongLetter extends Letter {
  /** Whether some pattern can begin to take it after its first octet. */
  readonly entersLate: boolean;
}

export interface Alphabet {
  /** Letters that become one octet on every side, by that octet on each side. */
  readonly single: readonly ReadonlyMap<number, readonly Letter[]>[];
  /** Letters that become several octets on some side, and that some pattern may take. */
  readonly several: readonly LongLetter[];
  /** Letters that no pattern takes, to fill places where any letter will do; the most readable first. */
  readonly fillers: readonly Letter[];
  readonly slash: Letter;
  readonly questionMark: Letter;
  /** Whether any pattern treats a query differently from a path. */
  readonly dependsOnQuery: boolean;
}

/** Characters that have no special meaning in URLs, the most readable first. None of them is a hex digit. */
export const FILLERS = 'xyzghijklmnopqrstuvwXYZGHIJKLMNOPQRSTUVW-_~!(),;=@&+:';

/**
 * Makes the alphabet of one or two sides.
 *
 * @param spellings whether URLs may have percent-encoded characters
 */
export function alphabetOf(sides: readonly Side[], spellings: 'all' | 'unescaped' = 'all'): Alphabet {
  const forms = sides.map((side) => side.forms);
  const letters = TOKENS.map((token, i) => ({
    token,
    inPath: forms.map(({ inPath }) => inPath[i]),
    inQuery: forms.map(({ inQuery }) => inQuery[i]),
  }));
  const shares = sides.map(({ automaton }) => new PartShares(automaton.parts));
  const isTaken = (letter: Letter): boolean =>
    shares.some((share, side) => share.takes(letter.inPath[side]) || share.takes(letter.inQuery[side]));
  const isWritten = ({ token }: Letter): boolean => spellings === 'all' || !token.text.startsWith('%');
  const taken = withoutEqual(letters.filter((letter) => isWritten(letter) && isTaken(letter)));

  const single = sides.map(() => new Map<number, Letter[]>());
  const several: LongLetter[] = [];
  for (const letter of taken) {
    if (isSingle(letter)) {
      for (const [side, byOctet] of single.entries()) {
        for (const octet of octetsOf(letter, side)) {
          const same = byOctet.get(octet);
          if (same === undefined) byOctet.set(octet, [letter]);
          else same.push(letter);
        }
      }
    } else {
      several.push({ ...letter, entersLate: shares.some((share, side) => share.entersLate(letter, side)) });
    }
  }
  return {
    single,
    several,
    fillers: [...FILLERS].map((text) => letterOf(letters, text)),
    slash: letterOf(letters, '/'),
    questionMark: letterOf(letters, '?'),
    dependsOnQuery:
      sides.some(({ automaton }) => automaton.hasQueryForms || automaton.parts.some(hasDotSegment)) ||
      taken.some(
        ({ token, inPath, inQuery }) => !token.inPath || inPath.some((form, i) => form !== inQuery[i]),
      ),
  };
}

/** Whether a part may take a dot segment, which no path has and a query may have. */
function hasDotSegment({ text }: PartText): boolean {
  return /(?:^|\/)(?:\.|%2E){1,2}(?:$|[/?])/i.test(text);
}

/** The octets that a letter becomes on a side, in a path and in a query. */
function octetsOf({ inPath, inQuery }: Letter, side: number): Set<number> {
  return new Set([inPath[side].charCodeAt(0), inQuery[side].charCodeAt(0)]);
}

function isSingle({ inPath, inQuery }: Letter): boolean {
  return inPath.every(({ length }) => length === 1) && inQuery.every(({ length }) => length === 1);
}

/** Of letters that become the same everywhere and may be written in the same places, the shortest. */
function withoutEqual(letters: readonly Letter[]): Letter[] {
  const shortest = new Map<string, Letter>();
  for (const letter of letters) {
    const { token, inPath, inQuery } = letter;
    const key = JSON.stringify([inPath, inQuery, token.inPath, token.inQuery, domainKind(token)]);
    const known = shortest.get(key);
    if (known === undefined || token.text.length < known.token.text.length) shortest.set(key, letter);
  }
  return [...shortest.values()];
}

/** Tokens that mean something to the URL Standard, such as `.`, are like no other. */
function domainKind({ text, octet }: Token): string {
  if (text === '/' || text === '?' || text === '%') return text;
  return String.fromCharCode(octet) === '.' ? '.' : '';
}

function letterOf(letters: readonly Letter[], text: string): Letter {
  return letters[TOKENS.findIndex((token) => token.text === text)];
}

/** Which octets of a token the parts of patterns can take: all of them, or those at its end or its beginning. */
class PartShares {
  readonly #octets = new Set<string>();
  /** Three octets in a row that begin with `%`. */
  readonly #triplets = new Set<string>();
  /** The last one or two octets of a part, from a `%` on. */
  readonly #tails = new Set<string>();
  /** The first one or two octets of a part that follows a `*`. */
  readonly #heads = new Set<string>();
  /** Parts of one or two octets that follow a `*`; they can begin and end within a token. */
  readonly #whole = new Set<string>();

  constructor(parts: readonly PartText[]) {
    for (const { text, followsStar } of parts) {
      for (const octet of text) this.#octets.add(octet);
      for (let at = text.indexOf('%'); at >= 0; at = text.indexOf('%', at + 1)) {
        this.#triplets.add(text.slice(at, at + TRIPLET_OCTETS));
      }
      this.#tails.add(text.slice(-1)).add(text.slice(-2));
      if (!followsStar) continue;
      this.#heads.add(text.slice(0, 1)).add(text.slice(0, 2));
      if (text.length < TRIPLET_OCTETS) this.#whole.add(text);
    }
  }

  /** Whether the octets of a token, read after anything, can take some pattern further. */
  takes(form: string): boolean {
    if (form.length === 1) return this.#octets.has(form);
    if (this.#triplets.has(form) || this.#entersLate(form)) return true;
    for (let length = 1; length < form.length; length++)
      if (this.#tails.has(form.slice(0, length))) return true;
    return false;
  }

  /** Whether a part that follows a `*` can begin after the first octet of a letter. */
  entersLate({ inPath, inQuery }: Letter, side: number): boolean {
    return this.#entersLate(inPath[side]) || this.#entersLate(inQuery[side]);
  }

  #entersLate(form: string): boolean {
    for (let length = 1; length < form.length; length++)
      if (this.#heads.has(form.slice(-length))) return true;
    return form.length > 1 && [...this.#whole].some((part) => form.includes(part, 1));
  }
}

/** The octets of an escape. */
const TRIPLET_OCTETS = 3;
