/**
 * The command that serves the page, `robotstream inspect`: it reads files and fetches those of sites. The page works without.
 */
import type {
  FailureMessage,
  FetchMessage,
  FoundMessage,
  OpeningMessage,
} from '../../src/inspect/messages.js';
import { fromBase64Url } from '../state/base64.js';
import { INITIAL_STATE, type InspectorState, ROOT_URL, type RobotsFile } from '../state/state.js';

/** A robots.txt that the server has read or fetched. */
export interface Found {
  /** The file; null if there is none. */
  readonly file: RobotsFile | null;
  /** Where it comes from, or why there is none, in whole sentences. */
  readonly notes: readonly string[];
}

/** What the page shows first. */
export interface Opening {
  readonly state: InspectorState;
  readonly notes: readonly string[];
}

export interface InspectorServer {
  /**
   * What the command line asks for.
   *
   * @throws {Error} (rejects) with a message for people
   */
  opening(): Promise<Opening>;
  /**
   * Fetches the robots.txt of a site.
   *
   * @throws {Error} (rejects) with a message for people; the signal's reason if it aborts
   */
  fetchSite(message: FetchMessage, signal: AbortSignal): Promise<Found>;
}

/** The server of this page; null for the page from disk or from a static host, which may not connect to anything. */
export function serverOf(document: Document): InspectorServer | null {
  if (document.querySelector('meta[name="robotstream-server"]') === null) return null;
  return {
    async opening() {
      return openingOf((await answer('./opening')) as OpeningMessage);
    },
    async fetchSite(message, signal) {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
        signal,
      };
      return foundOf((await answer('./fetch', request)) as FoundMessage);
    },
  };
}

async function answer(url: string, request: RequestInit = {}): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, request);
  } catch (error) {
    request.signal?.throwIfAborted();
    throw new Error(
      'There is no connection to robotstream inspect. Start it again, and open the address that it prints.',
      {
        cause: error,
      },
    );
  }
  const message: unknown = await response.json();
  if (!response.ok) throw new Error((message as FailureMessage).error);
  return message;
}

function openingOf({ file, url, agents, profile }: OpeningMessage): Opening {
  const found = file === null ? null : foundOf(file);
  return {
    notes: found?.notes ?? [],
    state: {
      ...INITIAL_STATE,
      ...(found !== null && {
        file: found.file?.octets ?? new Uint8Array(),
        fileName: found.file?.name ?? INITIAL_STATE.fileName,
      }),
      urls: url ?? (found === null ? INITIAL_STATE.urls : ROOT_URL),
      ...(agents.length > 0 && { crawlers: agents.join(', ') }),
      ...(profile !== null && { profile: profile as InspectorState['profile'] }),
    },
  };
}

function foundOf({ name, octets: text, notes }: FoundMessage): Found {
  const octets = text === null ? null : fromBase64Url(text);
  return { file: octets === null ? null : { octets, name }, notes };
}
