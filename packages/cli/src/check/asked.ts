/**
 * The crawlers and the URLs that the command line asks about.
 */
import type { Matcher, RobotsDocument } from 'robotstream';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { matchersFor } from '../caller.js';
import type { ListRequest } from '../opened-lists.js';

/** The crawlers that `--agent` names. */
export interface AskingCrawlers {
  readonly agents: readonly string[];
  /** Whether they are the names of one crawler, which obeys the groups of all of them. */
  readonly together: boolean;
  /** The profile that is named; `undefined` if each crawler is judged by its own reading. */
  readonly profile: ReadingName | undefined;
}

/** A matcher for each crawler; one if they are the names of one. */
export function matchersOf(
  document: RobotsDocument,
  { agents, together, profile }: AskingCrawlers,
): readonly Matcher[] {
  return together ? [document.matcher({ agents, profile })] : matchersFor(document, agents, profile);
}

/** What `--urls` asks for. */
export interface AskedList {
  /** The value of `--urls`: a file, `-` or a URL. */
  readonly list: string;
  readonly format: 'text' | 'json' | 'csv';
  /** Whether only URLs that a crawler may not fetch are printed. */
  readonly onlyBlocked: boolean;
  /** How the list is fetched if it is a URL, and how the sitemaps are fetched that it names. */
  readonly request: ListRequest;
}
