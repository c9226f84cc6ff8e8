/**
 * What decides about the URLs of a question: the rules of its robots.txt, or the status that the robots.txt was fetched with.
 */
import type { AnswerReason } from '@robotstream/client';
import { accessOf, type ProfileName, parseSync, type RobotsDocument, type StatusAccess } from 'robotstream';
import type { Decision } from '../answer-line.js';
import type { Body, Question } from './question.js';

export interface DeciderOptions {
  readonly profile: ProfileName;
  /** The parsing limit of every body; default the library's. */
  readonly maxOctets?: number | undefined;
}

/** Decides for one crawler. A `Matcher` is one. */
export interface CrawlerDecider {
  /** @throws {TypeError} if the profile does not accept the URL */
  check(url: string): Decision;
}

export interface Decider {
  /**
   * Makes a decider for one crawler.
   *
   * @param names its product token, or several that are obeyed together
   * @throws {TypeError} if one of the names is not a product token
   */
  forCrawler(names: string | readonly string[]): CrawlerDecider;
  /**
   * Makes the deciders of several crawlers at once, which is faster than one by one.
   *
   * @returns null if they must be made one by one: there are too many to hold, or one of them may be no product token
   */
  forEach(crawlers: readonly string[]): readonly CrawlerDecider[] | null;
}

/** How many deciders are held at once. */
const MAX_AT_ONCE = 64;

/** Finds deciders for questions. Reuses the last robots.txt if the next question has the same body. */
export function rememberingDecider(options: DeciderOptions): (question: Question) => Decider {
  const { profile, maxOctets } = options;
  let lastBody: Body | undefined;
  let lastDecider: Decider | undefined;
  return ({ status, body }) => {
    if (status !== null) {
      const { outcome, meaning } = accessOf(status, profile);
      if (meaning !== 'rules') return byStatus(outcome, meaning, profile);
    }
    if (body === null) throw new Error('a question without a body has a status that decides');
    if (lastDecider === undefined || body.text !== lastBody?.text || body.encoding !== lastBody.encoding) {
      lastDecider = byRules(parseSync(octetsOf(body), { maxOctets }), profile);
      lastBody = body;
    }
    return lastDecider;
  };
}

function octetsOf({ encoding, text }: Body): Uint8Array | string {
  return encoding === 'base64' ? Buffer.from(text, 'base64') : text;
}

/** Decides by the rules of a robots.txt. */
function byRules(document: RobotsDocument, profile: ProfileName): Decider {
  return {
    forCrawler: (names) => document.matcher({ agents: names, profile }),
    forEach(crawlers) {
      if (crawlers.length < 2 || crawlers.length > MAX_AT_ONCE) return null;
      try {
        return document.matchers(crawlers, { profile });
      } catch (error) {
        if (error instanceof TypeError) return null; // forCrawler throws it again, for the crawler that caused it
        throw error;
      }
    },
  };
}

type Blanket = Exclude<StatusAccess['meaning'], 'rules'>;

/** One answer for every URL, except where the profile always allows /robots.txt itself. */
function byStatus(outcome: StatusAccess['outcome'], meaning: Blanket, profile: ProfileName): Decider {
  const allowsAll = meaning === 'allow-all';
  const document = allowsAll ? ALLOWS_ALL : ALLOWS_NONE;
  const reason = blanketReason(outcome, meaning);
  return {
    forCrawler(names) {
      const matcher = document.matcher({ agents: names, profile });
      return {
        check(url) {
          const allowed = matcher.isAllowed(url);
          return { allowed, rule: null, reason: allowed && !allowsAll ? 'robots-txt' : reason };
        },
      };
    },
    forEach: () => null,
  };
}

const ALLOWS_ALL = parseSync('');
const ALLOWS_NONE = parseSync('User-agent: *\nDisallow: /\n');

function blanketReason(outcome: StatusAccess['outcome'], meaning: Blanket): AnswerReason {
  if (meaning === 'defer') return 'deferred';
  if (meaning === 'allow-all') return 'unavailable';
  return outcome === 'unavailable' ? 'restricted' : 'unreachable';
}
