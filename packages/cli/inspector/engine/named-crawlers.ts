/** The crawlers that a text names: product tokens, User-Agent headers, and sets of the registry such as `@ai`. */
import { CRAWLER_SETS, crawlersOf, findCrawler } from 'robotstream/crawlers';
import { nameHint } from 'robotstream/crawlers/internal';
import { acceptsCrawler } from './accepted.js';

/** A crawler to judge for. */
export interface NamedCrawler {
  /** Its product token as the registry spells it, else as it is typed; `*` is any crawler that no group names. */
  readonly name: string;
  /** Why it cannot be asked about; null if it can. */
  readonly fault: string | null;
  /** What is unusual about the name, such as that it is misspelled; null if nothing is. */
  readonly note: NameNote | null;
}

/** What is unusual about a name. */
export interface NameNote {
  readonly sentence: string;
  /** The text to replace, and what may be meant; null if nothing is suggested. */
  readonly instead: { readonly typed: string; readonly meant: string } | null;
}

/** A set's name is written with this sign before it. */
const SET_SIGN = '@';

/** Reads a list of names. Each crawler comes once, where it is named first. */
export function namedCrawlers(text: string): readonly NamedCrawler[] {
  const crawlers = new Map<string, NamedCrawler>();
  for (const word of wordsOf(text)) {
    for (const crawler of crawlersNamed(word)) {
      // Kelvin signs and the like are letters of their own to a matcher.
      const key = crawler.name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
      if (!crawlers.has(key)) crawlers.set(key, crawler);
    }
  }
  return [...crawlers.values()];
}

/** A part of the list: what is in parentheses, as in a User-Agent header, separates nothing. */
const PART = /(?:\([^()]*\)|[^,;])+/g;

/** Longer parts are no User-Agent headers. */
const MAX_HEADER_CHARACTERS = 1000;

/** White space separates names, too, unless it is part of a registered one or of a User-Agent header. */
function wordsOf(text: string): readonly string[] {
  const parts = Array.from(text.matchAll(PART), ([part]) => part.trim());
  const words = parts.flatMap((part) =>
    findCrawler(part) !== undefined || isHeader(part) ? [part] : part.split(/[\s,;]+/),
  );
  return words.filter((word) => word !== '');
}

function isHeader(text: string): boolean {
  // One word is a token with a version.
  if (!/\s/.test(text) || text.length > MAX_HEADER_CHARACTERS) return false;
  const kind = nameHint(text)?.kind;
  return kind === 'user-agent-header' || kind === 'browser-header';
}

function crawlersNamed(word: string): readonly NamedCrawler[] {
  if (word.startsWith(SET_SIGN)) return crawlersOfSet(word);
  const isOfHeader = isHeader(word);
  const hint = nameHint(word);
  if (isOfHeader && hint?.kind === 'browser-header')
    return [{ name: word, fault: hint.sentence, note: null }];
  const [meant] = hint?.meant ?? [];
  if (isOfHeader && hint?.kind === 'user-agent-header' && meant !== undefined) {
    return [
      { name: meant, fault: null, note: { sentence: `${hint.sentence} Judged is ${meant}.`, instead: null } },
    ];
  }
  // `ExampleBot/2.1` is how the token is written in a User-Agent header.
  const [token = ''] = word.split('/', 1);
  const name = findCrawler(token)?.token ?? word;
  const fault =
    name !== word || acceptsCrawler(word) ? null : `${word} is not a product token, such as ExampleBot.`;
  const isMisspelled = hint?.kind === 'misspelled';
  if (fault !== null || !(isMisspelled || hint?.kind === 'retired')) return [{ name, fault, note: null }];
  const instead = isMisspelled && meant !== undefined ? { typed: word, meant } : null;
  return [{ name, fault, note: { sentence: hint.sentence, instead } }];
}

function crawlersOfSet(word: string): readonly NamedCrawler[] {
  const set = CRAWLER_SETS.find((name) => name === word.slice(SET_SIGN.length).toLowerCase());
  if (set !== undefined) {
    return crawlersOf(set).map(({ token }) => ({ name: token, fault: null, note: null }));
  }
  const sets = CRAWLER_SETS.map((name) => SET_SIGN + name).join(', ');
  return [{ name: word, fault: `There is no set ${word}. The sets are ${sets}.`, note: null }];
}
