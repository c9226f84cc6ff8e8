/** How every reader that the library knows judges one URL, as plain data: what `robotstream readings` prints. */
import { readings, type UrlReading } from 'robotstream/readers';
import type { RobotsDocument } from 'robotstream/web';
import { urlFault } from './accepted.js';

export type { UrlReading as ReaderReading } from 'robotstream/readers';

export interface ReadersQuestion {
  readonly url: string;
  /** A product token, or `*`. Each reader looks for it as it looks for its own name. */
  readonly crawler: string;
}

export interface ReadersAnswer extends ReadersQuestion {
  /** The four profiles, RFC 9309 first, then programs, then services. */
  readonly readings: readonly UrlReading[];
  /** Why there are no readings; null if there are. */
  readonly fault: string | null;
}

/** Asks every reader. This takes one step. */
export function* readersAnswer(
  document: RobotsDocument,
  { url, crawler }: ReadersQuestion,
): Generator<never, ReadersAnswer> {
  yield* [];
  try {
    return { url, crawler, readings: readings(document, url, { agents: crawler }), fault: null };
  } catch (error) {
    return { url, crawler, readings: [], fault: urlFault(error) };
  }
}
