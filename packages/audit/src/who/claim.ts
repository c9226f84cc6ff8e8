/**
 * Who a request says it is from, by its User-Agent header.
 */
import { type Caller, productTokens } from 'robotstream';
import { CRAWLERS, type Crawler, findCrawler } from 'robotstream/crawlers';

/** What kind of program a request says it is from. */
export type ClaimKind =
  /** A crawler of the registry. */
  | 'crawler'
  /** A program of the registry that fetches a page because a user asked for it. */
  | 'user-fetcher'
  /** A program that calls itself a bot, and is not registered. */
  | 'self-named';

/** What a User-Agent header claims. */
export interface Claim {
  /** The product token: of the registry, or the one that the header has. */
  readonly name: string;
  readonly kind: ClaimKind;
  /** What the registry knows; undefined for a name that is not registered. */
  readonly crawler: Crawler | undefined;
  /** How the crawler finds its groups, for the matcher. */
  readonly caller: Caller;
}

/** The longest name of a program that is not registered. */
const MAX_NAME_CHARACTERS = 64;

/** Words in which programs call themselves crawlers. */
const BOT_WORD =
  /bot|crawl|spider|scrap|slurp|fetch|archiv|index(?:er|ing)|feed(?:burner|ly|reader)|scan(?:ner)?\b|monitor|preview|validator|checker/i;

/** A brand of phones whose browsers name it. */
const PHONE = /^cubot/i;

/** The address of a page or of a mailbox, which crawlers add so that people learn about them (RFC 9309 §2.2.1). */
const CONTACT = /\bhttps?:\/\/|\bwww\.|\w@\w|\[at\]/i;

/**
 * Whom a header claims to be from.
 *
 * @returns null if it names no crawler: that of a browser, of a library, or none
 */
export function claimOf(userAgent: string): Claim | null {
  if (userAgent === '') return null;
  const registered = registeredIn(userAgent);
  if (registered !== undefined) {
    const { token, purposes } = registered;
    const kind = purposes.includes('user-triggered') ? 'user-fetcher' : 'crawler';
    return { name: token, kind, crawler: registered, caller: { crawler: token } };
  }
  const names = productTokens(userAgent).filter((token) => token.length <= MAX_NAME_CHARACTERS);
  const name =
    names.find((token) => BOT_WORD.test(token) && !PHONE.test(token)) ??
    (CONTACT.test(userAgent) ? names[0] : undefined);
  return name === undefined ? null : { name, kind: 'self-named', crawler: undefined, caller: name };
}

/** Names of the registry that are several words, which are no tokens of the grammar, in lower case. */
const PHRASES = CRAWLERS.filter(({ token }) => token.includes(' ')).map((crawler) => ({
  crawler,
  phrase: crawler.token.toLowerCase(),
}));

function registeredIn(userAgent: string): Crawler | undefined {
  const text = userAgent.toLowerCase();
  const byPhrase = PHRASES.find(({ phrase }) => isWord(text, text.indexOf(phrase), phrase.length));
  if (byPhrase !== undefined) return byPhrase.crawler;
  for (const token of productTokens(userAgent)) {
    const crawler = findCrawler(token);
    if (crawler?.sendsRequests && isWholeName(userAgent, token)) return crawler;
  }
  return undefined;
}

function isWord(text: string, at: number, length: number): boolean {
  return at !== -1 && !/[\w-]/.test(text.charAt(at - 1)) && !/[\w-]/.test(text.charAt(at + length));
}

/** Words that come before a name and are no part of it. */
const BEFORE_NAMES = new Set(['compatible', 'like', 'gecko', 'mobile', 'and', 'by', 'via', 'using']);

/**
 * Whether a token is a name by itself, and not the last word of a longer one: `Sogou web spider/4.0` does not claim to be `Spider`. Tokens that
 * look like nothing else, as those with `bot` in them, are names wherever they are.
 */
function isWholeName(userAgent: string, token: string): boolean {
  if (!ORDINARY_WORD.test(token)) return true;
  const before = userAgent.slice(0, userAgent.indexOf(token)).trimEnd();
  const word = before.split(/[\s();,]/).at(-1) ?? '';
  return word === '' || /[/.\d]/.test(word) || BEFORE_NAMES.has(word.toLowerCase());
}

/** A token that may be an ordinary word in the name of another program. */
const ORDINARY_WORD = /^(?!.*bot)[a-z]+$/i;
