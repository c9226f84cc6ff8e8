/**
 * The robots.txt that an argument names: a file, standard input, or the one that governs a URL.
 */
import type { Provenance } from '@robotstream/client';
import { parse, parseSync, type RobotsDocument, robotsUrl } from 'robotstream';
import type { CommandContext } from '../../command-line/src/command.js';
import { InputError, untilInterrupted } from '../../command-line/src/exit.js';
import type { ReadingName } from '../../command-line/src/reading-name.js';
import { inputOf, isFetchable, isUrlArgument, notAUrl } from './input.js';
import { kindNotice } from './kind-notice.js';
import type { ClientRequest } from './network-options.js';
import { complain, note } from './notes.js';
import { readAgain } from './status-readings.js';

/** A robots.txt that was read or fetched. */
export interface RobotsSource {
  /** Its name in headings: that of the file, or the URL of the robots.txt. */
  readonly name: string;
  /** The file; null if the site has no file to judge by. */
  readonly document: RobotsDocument | null;
  /** Where a file that was fetched comes from; null for one that was read. */
  readonly fetched: FetchedRobots | null;
}

/** How a fetch ended. */
export interface FetchedRobots {
  readonly provenance: Provenance;
  /** The answer for the URL, if there is no file to judge by; it is the same for every URL but /robots.txt. */
  readonly allowed: boolean;
  readonly explanation: string;
  readonly reason: string;
}

/**
 * Reads a file, or fetches the robots.txt that governs a URL.
 *
 * @param argument a file, `-`, or an http, https or ftp URL
 * @param url the URL that is asked about, for a site without a file; by default the argument itself, which then stands for a file alone, so that a
 *   note says which robots.txt it is if that is not its own URL
 * @throws {InputError} (rejects) if the file cannot be read, the URL is not one, or `--cache` cannot be used
 * @throws {Interrupted} (rejects) if a signal ended it
 */
export async function readRobots(
  argument: string,
  request: ClientRequest,
  context: CommandContext,
  url?: string,
): Promise<RobotsSource> {
  if (!isUrlArgument(argument)) {
    const { name, octets } = inputOf(argument, context);
    const document = await parse(octets, { maxOctets: request.maxOctets });
    noteKind(name, document, context);
    return { name, document, fetched: null };
  }
  if (!isFetchable(argument)) throw new InputError(notAUrl(argument));
  if (url !== argument) noteOtherUrl(argument, context);
  return untilInterrupted((signal) => fetchSource(argument, request, context, signal, url));
}

/**
 * Fetches the robots.txt that governs a URL.
 *
 * @param site any URL of the site
 * @param url the URL that is asked about, for a site without a file
 * @throws {InputError} (rejects) if it cannot be fetched at all, or `--cache` cannot be used
 * @throws (rejects) the signal's reason if it aborts
 */
export async function fetchSource(
  site: string,
  request: ClientRequest,
  context: CommandContext,
  signal: AbortSignal,
  url: string = site,
): Promise<RobotsSource & { readonly fetched: FetchedRobots }> {
  const { withClient } = await import('./with-client.js');
  return withClient(request, context, async (client) => {
    const { document, provenance } = await client.robots(site, { signal });
    const { allowed, explanation, reason } = await client.check(url, { signal });
    if (document !== null) noteKind(provenance.robotsUrl, document, context);
    return { name: provenance.robotsUrl, document, fetched: { provenance, allowed, explanation, reason } };
  });
}

/**
 * If a URL that stands for a file is not that of a robots.txt, says which robots.txt is read. The root of a site stands for the site, so nothing else can be
 * meant by it.
 */
function noteOtherUrl(argument: string, context: CommandContext): void {
  const given = new URL(argument);
  const read = robotsUrl(given);
  // None of these tells two files of a site from each other.
  Object.assign(given, { hash: '', username: '', password: '' });
  if (given.href === read || given.pathname + given.search === '/') return;
  note(context, `reading ${read}, which governs the URL given`);
}

/** If a file is not a robots.txt, says so on standard error. */
export function noteKind(name: string, document: RobotsDocument, context: CommandContext): void {
  const notice = kindNotice(document);
  if (notice !== null) complain(context, `${name}: ${notice}`);
}

/** A robots.txt for a command that needs rules. */
export interface RulesSource {
  readonly name: string;
  readonly document: RobotsDocument;
  /** How the fetch ended, if the site has no robots.txt, so that the document is empty; else null. */
  readonly absence: FetchedRobots | null;
}

/**
 * Reads a file, or fetches a robots.txt, for a command that needs rules. A missing robots.txt has none.
 *
 * @param url as for {@link readRobots}
 * @throws {InputError} (rejects) as {@link readRobots} does; if it is not known whether a site has a robots.txt, or everything is
 *   disallowed without one
 * @throws {Interrupted} (rejects) if a signal ended it
 */
export async function readRules(
  argument: string,
  request: ClientRequest,
  context: CommandContext,
  url?: string,
): Promise<RulesSource> {
  const { name, document, fetched } = await readRobots(argument, request, context, url);
  if (document !== null) return { name, document, absence: null };
  if (fetched?.allowed) return { name, document: parseSync(''), absence: fetched };
  throw new InputError(`${name}: ${fetched?.explanation}`);
}

/**
 * Makes sure that a site without a robots.txt has no rules for crawlers of other readings, either.
 *
 * @param shared the profile by which it was fetched
 * @throws {InputError} if its status closes the site to one of them
 */
export function requireRulesFor(
  { name, absence }: RulesSource,
  shared: ReadingName,
  profiles: Iterable<ReadingName>,
): void {
  if (absence === null) return;
  for (const profile of new Set(profiles)) {
    const { allowed, explanation } = readAgain(absence, '/', shared, profile);
    if (!allowed) throw new InputError(`${name}, as it is read by ${profile}: ${explanation}`);
  }
}
