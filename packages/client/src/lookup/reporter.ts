/**
 * Where a cache reports what happens: to the channels, which the whole process shares, and to the logger of its client.
 */
import { type ChannelName, isHeard, type Messages, publish } from './events.js';

/** A logger such as `console`, winston's or consola's. A method that is missing logs nothing. */
export interface Logger {
  /** Fetches that ended well, stale answers, and delays between requests other than the one that a site asks for. */
  debug?(message: string, fields: object): void;
  /** Sites whose robots.txt is unreachable, and entries of the store that were discarded. */
  warn?(message: string, fields: object): void;
  /** Failures of the store. */
  error?(message: string, fields: object): void;
}

type Level = keyof Logger;

/** One line of a log. */
interface LogLine {
  readonly level: Level;
  readonly text: string;
}

/** What is logged of each message; null for nothing. */
const LINES: { readonly [Name in ChannelName]: (message: Messages[Name]) => LogLine | null } = {
  'robotstream:fetch': ({ robotsUrl, outcome, status, fault }) =>
    outcome === 'unreachable'
      ? { level: 'warn', text: `${robotsUrl} is unreachable (${fault})` }
      : {
          level: 'debug',
          text: `${robotsUrl} was fetched: ${outcome}${status === null ? '' : ` (${status})`}`,
        },
  'robotstream:fault': () => null,
  'robotstream:hit': () => null,
  'robotstream:stale': ({ robotsUrl }) => ({ level: 'debug', text: `${robotsUrl}: a stale copy answers` }),
  'robotstream:turn': ({ robotsUrl, askedDelayMs, delayMs }) =>
    askedDelayMs === null || askedDelayMs === delayMs
      ? null
      : {
          level: 'debug',
          text: `${robotsUrl} asks for ${askedDelayMs} ms between requests; ${delayMs} ms are used`,
        },
  'robotstream:store': ({ operation, error, discarded }) =>
    error === null
      ? { level: 'warn', text: `the store had an entry that cannot be used (${discarded?.reason})` }
      : { level: 'error', text: `the store failed at "${operation}": ${error.message}` },
};

/** Logs a message. What a logger throws is thrown outside, as what a subscriber of a channel throws is. */
export function log<Name extends ChannelName>(logger: Logger, name: Name, message: Messages[Name]): void {
  const line = LINES[name](message);
  if (line === null) return;
  try {
    logger[line.level]?.(`robotstream: ${line.text}`, message);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** Reports what happens in one cache. */
export class Reporter {
  readonly #logger: Logger | undefined;

  constructor(logger: Logger | undefined) {
    this.#logger = logger;
  }

  /** Whether anything receives the messages of a channel. If not, no message is made. */
  isHeard(name: ChannelName): boolean {
    return isHeard(name) || (this.#logger !== undefined && name === 'robotstream:stale');
  }

  report<Name extends ChannelName>(name: Name, message: Messages[Name]): void {
    publish(name, message);
    if (this.#logger !== undefined) log(this.#logger, name, message);
  }
}
