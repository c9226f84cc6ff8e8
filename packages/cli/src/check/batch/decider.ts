/**
 * What decides about the URLs of a question: the rules of its robots.txt, or the status that the robots.txt was fetched with.
 */
import type { AnswerReason } from '@robotstream/client';
import {
  accessOf,
  type FileKind,
  fileKind,
  type MatcherOptions,
  parseSync,
  type RobotsDocument,
  type StatusAccess,
} from 'robotstream';
import { crawler } from 'robotstream/crawlers';
import type { ReadingName } from '../../../../command-line/src/reading-name.js';
import { DEFAULT_PROFILE } from '../../options.js';
import type { Decision } from '../answer-line.js';
import type { Body, Question } from './question.js';

export interface DeciderOptions {
  /** The profile that is named; by default product tokens are judged by `rfc9309`, and crawlers of the registry by their own. */
  readonly profile?: ReadingName | undefined;
  /** The parsing limit of every body; default the library's. */
  readonly maxOctets?: number | undefined;
}

/** Decides for one crawler. A `Matcher` is one. */
export interface CrawlerDecider {
  /** The profile by which a crawler of the registry is judged; undefined for product tokens. */
  readonly profileName?: ReadingName | undefined;
  /** @throws {TypeError} if the profile does not accept the URL */
  check(url: string): Decision;
}

export interface Decider {
  /** What the file is if it is no robots.txt; null if it may be one, or if a status decides. */
  readonly kind: FileKind | null;
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
  /**
   * Makes a decider for a crawler of the registry.
   *
   * @throws {TypeError} if there is none of that name
   */
  forRegistered(name: string): CrawlerDecider;
}

/** A robots.txt of a question. */
interface BatchFile {
  readonly body: Body;
  readonly document: RobotsDocument;
  readonly kind: FileKind | null;
}

/** How many deciders are held at once. */
const MAX_AT_ONCE = 64;

/** Finds deciders for questions. Reuses the last robots.txt if the next question has the same body. */
export function rememberingDecider({ profile, maxOctets }: DeciderOptions): (question: Question) => Decider {
  let last: BatchFile | undefined;
  const fileOf = (body: Body | null): BatchFile => {
    if (body === null) throw new Error('a question without a body has a status that decides');
    if (last === undefined || body.text !== last.body.text || body.encoding !== last.body.encoding) {
      const octets = octetsOf(body);
      last = { body, document: parseSync(octets, { maxOctets }), kind: fileKind(octets) ?? null };
    }
    return last;
  };
  return ({ status, body }) => {
    const under = (reading: ReadingName): ProfileDecider => {
      const access = status === null ? null : accessOf(status, reading);
      return access === null || access.meaning === 'rules'
        ? byRules(fileOf(body), reading)
        : byStatus(access.outcome, access.meaning, reading);
    };
    const decider = under(profile ?? DEFAULT_PROFILE);
    return {
      kind: decider.kind,
      forCrawler: (agents) => decider.forCaller({ agents }),
      forEach: decider.forEach,
      forRegistered(name) {
        const known = crawler(name);
        const profileName = profile ?? known.profile;
        const found = under(profileName).forCaller({ crawler: known });
        return { profileName, check: (url) => found.check(url) };
      },
    };
  };
}

function octetsOf({ encoding, text }: Body): Uint8Array | string {
  return encoding === 'base64' ? Buffer.from(text, 'base64') : text;
}

/** Decides under one profile. */
interface ProfileDecider extends Pick<Decider, 'forEach' | 'kind'> {
  forCaller(caller: MatcherOptions): CrawlerDecider;
}

/** Decides by the rules of a robots.txt. */
function byRules({ document, kind }: BatchFile, profile: ReadingName): ProfileDecider {
  return {
    kind,
    forCaller: (caller) => document.matcher({ ...caller, profile }),
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

/** One answer for every crawler and URL, except where the profile always allows /robots.txt itself. */
function byStatus(outcome: StatusAccess['outcome'], meaning: Blanket, profile: ReadingName): ProfileDecider {
  const allowsAll = meaning === 'allow-all';
  const document = allowsAll ? ALLOWS_ALL : ALLOWS_NONE;
  const reason = blanketReason(outcome, meaning);
  const matcher = document.matcher({ agents: '*', profile });
  return {
    kind: null,
    forCaller(caller) {
      document.matcher({ ...caller, profile }); // refuses a caller that is none
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
  if (meaning === 'allow-all') return outcome === 'unreachable' ? 'unreachable-allowed' : 'unavailable';
  return outcome === 'unavailable' ? 'restricted' : 'unreachable';
}
