/**
 * The crawlers and the URLs that the command line asks about.
 */
import type { Matcher, RobotsDocument } from 'robotstream';
import { matchersFor } from '../caller.js';
import type { CommandContext } from '../command.js';
import { inputOf } from '../input.js';
import type { ReadingName } from '../reading-name.js';
import { urlsOf } from '../url-list.js';

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

/** A URL to judge. */
export interface AskedUrl {
  readonly url: string;
  /** Its position among the URLs given, from 1. */
  readonly position: number;
}

/**
 * The URLs of the command line, then those of a list, which is read on demand.
 *
 * @param list the value of `--urls`; `undefined` if it is not given
 * @throws {InputError} (rejects) if the list cannot be read
 */
export async function* askedUrls(
  urls: readonly string[],
  list: string | undefined,
  context: Pick<CommandContext, 'stdin'>,
): AsyncGenerator<AskedUrl, void> {
  let position = 0;
  for (const url of urls) yield { url, position: ++position };
  if (list === undefined) return;
  for await (const { url } of urlsOf(inputOf(list, context))) yield { url, position: ++position };
}
