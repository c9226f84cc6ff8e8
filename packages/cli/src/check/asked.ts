/**
 * What the command line asks: about which URLs, and for which crawlers; what judges them, and what reports them.
 */
import type { Matcher, RobotsDocument } from 'robotstream';
import type { CommandContext } from '../../../command-line/src/command.js';
import type { ExitCode } from '../../../command-line/src/exit.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { matchersFor } from '../caller.js';
import type { ClientRequest } from '../network-options.js';
import type { ClosingNotes } from './closing-notes.js';
import type { Judged } from './judged.js';

/** The crawlers that `--agent` names. */
export interface AskingCrawlers {
  readonly agents: readonly string[];
  /** Whether they are the names of one crawler, which obeys the groups of all of them. */
  readonly together: boolean;
  /** The profile that is named; `undefined` if each crawler is judged by its own reading. */
  readonly profile: ReadingName | undefined;
}

/** A crawler, and the matcher that judges for it. */
export interface Asker {
  readonly agent: string;
  readonly matcher: Matcher;
}

/** The names of crawlers that are judged each by itself; of those that are the names of one, all names as one. */
export function namesOf({ agents, together }: AskingCrawlers): readonly string[] {
  return together ? [agents.join(' ')] : agents;
}

/** A matcher for each crawler; one if they are the names of one. */
export function askersOf(document: RobotsDocument, asked: AskingCrawlers): readonly Asker[] {
  const { agents, together, profile } = asked;
  const matchers = together
    ? [document.matcher({ agents, profile })]
    : matchersFor(document, agents, profile);
  return namesOf(asked).map((agent, i) => ({ agent, matcher: matchers[i] as Matcher }));
}

export interface Questions {
  readonly asked: AskingCrawlers;
  /** The URLs of the command line, which come before those of a list. */
  readonly urls: readonly string[];
  /** The value of `--urls`: a file, `-` or a URL; `undefined` if it is not given. */
  readonly list: string | undefined;
  readonly format: 'text' | 'json' | 'csv';
  /** Whether only URLs that a crawler may not fetch are printed. */
  readonly onlyBlocked: boolean;
  /** How a robots.txt is fetched, and a list with the sitemaps that it names. */
  readonly request: ClientRequest;
}

/** What judges URLs. */
export interface UrlJudge {
  /** Prepares for the URLs of a list that are judged next, such as by fetching the robots.txt files that decide about them. */
  prepare?(urls: readonly string[]): Promise<void>;
  judge(url: string, position: number): Judged | Promise<Judged>;
}

/** The questions, and what all answers have in common. */
export interface Check extends Questions {
  /** Where the rules come from. */
  readonly name: string;
  readonly truncated: boolean;
  /** Collects the notes after the answers. */
  readonly notes: ClosingNotes;
  /** Whether all URLs are judged by one given robots.txt, whatever their host. */
  readonly isFile: boolean;
  readonly signal: AbortSignal;
}

/**
 * Prints answers to standard output and complaints to standard error, in order.
 *
 * @returns `failure` if something could not be judged, else `findings` if a URL is disallowed, else `fine`
 */
export type Reporter = (check: Check, judge: UrlJudge, context: CommandContext) => Promise<ExitCode>;
