/**
 * What decides about the URLs of a question: the rules of its robots.txt, or the status that the robots.txt was fetched with.
 */
import type { AnswerReason } from '../../../client/index.js';
import {
  accessOf,
  type Matcher,
  type ProfileName,
  parseSync,
  type RobotsDocument,
  type StatusAccess,
} from '../../../index.js';
import type { Decision } from '../answer-line.js';
import type { Body, Question } from './question.js';

export interface DeciderOptions {
  readonly profile: ProfileName;
  /** The parsing limit of every body; default the library's. */
  readonly maxOctets?: number | undefined;
}

/** Decides about a URL for one crawler. @throws {TypeError} if the profile does not accept the URL */
export type Decide = (url: string) => Decision;

export interface Decider {
  /**
   * Makes a decider ready for one crawler.
   *
   * @param names its product token, or several that are obeyed together
   * @throws {TypeError} if one of the names is not a product token
   */
  forCrawler(names: string | readonly string[]): Decide;
}

/** How many crawlers a robots.txt is kept ready for, for the questions that follow. */
const MAX_KEPT_CRAWLERS = 64;

/** Finds deciders for questions. Reuses the last robots.txt if the next question has the same body. */
export function rememberingDecider(options: DeciderOptions): (question: Question) => Decider {
  const { profile, maxOctets } = options;
  let lastBody: Body | undefined;
  let lastDecider: RulesDecider | undefined;
  return ({ status, body, each }) => {
    if (status !== null) {
      const { outcome, meaning } = accessOf(status, profile);
      if (meaning !== 'rules') return byStatus(outcome, meaning, profile);
    }
    if (body === null) throw new Error('a question without a body has a status that decides');
    if (lastDecider === undefined || body.text !== lastBody?.text || body.encoding !== lastBody.encoding) {
      lastDecider = new RulesDecider(parseSync(octetsOf(body), { maxOctets }), profile);
      lastBody = body;
    }
    lastDecider.prepare(each);
    return lastDecider;
  };
}

function octetsOf({ encoding, text }: Body): Uint8Array | string {
  return encoding === 'base64' ? Buffer.from(text, 'base64') : text;
}

/** Decides by the rules of a robots.txt. */
class RulesDecider implements Decider {
  readonly #document: RobotsDocument;
  readonly #profile: ProfileName;
  readonly #kept = new Map<string, Decide>();

  constructor(document: RobotsDocument, profile: ProfileName) {
    this.#document = document;
    this.#profile = profile;
  }

  /** Makes the deciders of several crawlers ready at once, which is faster than one by one. Any of them may be no product token. */
  prepare(crawlers: readonly string[]): void {
    const isWorthIt = crawlers.length > 1 && crawlers.length <= MAX_KEPT_CRAWLERS;
    if (!isWorthIt || crawlers.every((name) => this.#kept.has(keyOf(name)))) return;
    let matchers: readonly Matcher[];
    try {
      matchers = this.#document.matchers(crawlers, { profile: this.#profile });
    } catch (error) {
      if (error instanceof TypeError) return; // forCrawler throws it again, for the crawler that caused it
      throw error;
    }
    crawlers.forEach((name, nth) => {
      this.#keep(name, matchers[nth]);
    });
  }

  forCrawler(names: string | readonly string[]): Decide {
    return (
      this.#kept.get(keyOf(names)) ??
      this.#keep(names, this.#document.matcher({ agents: names, profile: this.#profile }))
    );
  }

  #keep(names: string | readonly string[], matcher: Matcher): Decide {
    const decide: Decide = (url) => matcher.check(url);
    if (this.#kept.size === MAX_KEPT_CRAWLERS) this.#kept.clear();
    this.#kept.set(keyOf(names), decide);
    return decide;
  }
}

/** The text of a list begins with a bracket, so no name is taken for a list. */
function keyOf(names: string | readonly string[]): string {
  return typeof names === 'string' ? `=${names}` : JSON.stringify(names);
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
      return (url) => {
        const allowed = matcher.isAllowed(url);
        return { allowed, rule: null, reason: allowed && !allowsAll ? 'robots-txt' : reason };
      };
    },
  };
}

const ALLOWS_ALL = parseSync('');
const ALLOWS_NONE = parseSync('User-agent: *\nDisallow: /\n');

function blanketReason(outcome: StatusAccess['outcome'], meaning: Blanket): AnswerReason {
  if (meaning === 'defer') return 'deferred';
  if (meaning === 'allow-all') return 'unavailable';
  return outcome === 'unavailable' ? 'restricted' : 'unreachable';
}
