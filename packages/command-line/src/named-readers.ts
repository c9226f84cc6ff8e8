/**
 * The names of profiles and of readers. The readers are loaded if a command line names one, so that no other waits for them.
 */
import { isAllowed, PROFILES, type ProfileName } from 'robotstream';
import type { Arguments, OptionTable } from './arguments.js';
import { UsageError } from './exit.js';
import type { ReadingName } from './reading-name.js';

/** The names of the four profiles. */
export const PROFILE_NAMES = Object.keys(PROFILES) as ProfileName[];

/**
 * Loads the readers if an option names one.
 *
 * @throws {UsageError} (rejects) if there is neither a profile nor a reader of a name
 */
export async function loadNamedReaders(args: Arguments, options: OptionTable): Promise<void> {
  const names = Object.entries(options)
    .filter(([, { namesReaders }]) => namesReaders)
    .flatMap(([option]) => args.all(option).flatMap((value) => value.split(',')));
  await loadReaders(names);
}

/**
 * Loads the readers if a name is not that of a profile.
 *
 * @throws {UsageError} (rejects) if there is neither a profile nor a reader of a name
 */
export async function loadReaders(names: readonly string[]): Promise<void> {
  if (names.every(isKnown)) return;
  const readers = await readerNames();
  const unknown = names.find((name) => !isKnown(name));
  if (unknown === undefined) return;
  const known = `${PROFILE_NAMES.join(', ')}, and those of readers: ${readers.join(', ')}`;
  const hint = hintFor(unknown);
  throw new UsageError(
    `unknown profile ${JSON.stringify(unknown)}${hint === '' ? '; the' : `${hint} The`} profiles are ${known}`,
  );
}

/** The names of all readers. */
export async function readerNames(): Promise<readonly string[]> {
  const { READERS } = await import('robotstream/readers');
  return Object.keys(READERS);
}

/**
 * A name that an option gives.
 *
 * @throws {UsageError} if it is neither that of a profile nor that of a reader that is loaded
 */
export function profileNamed(given: string): ReadingName {
  if (isKnown(given)) return given;
  throw new UsageError(
    `unknown profile ${JSON.stringify(given)}; the profiles are ${PROFILE_NAMES.join(', ')}`,
  );
}

/** Whether a name is that of a profile and not of a reader. */
export function isOneOfFour(name: string): name is ProfileName {
  return Object.hasOwn(PROFILES, name);
}

/** Whether the library accepts a name: those of readers only once they are loaded. */
function isKnown(name: string): name is ReadingName {
  return refusalOf(name) === undefined;
}

/** The library's suggestion for a misspelled name: `; did you mean python-3.11?`; empty if no name is close. */
function hintFor(name: string): string {
  return /; did you mean \S+\?$/.exec(refusalOf(name) ?? '')?.[0] ?? '';
}

/** The library's message about a name that it does not accept. */
function refusalOf(name: string): string | undefined {
  try {
    isAllowed('', '/', { agents: '*', profile: name as ReadingName });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
