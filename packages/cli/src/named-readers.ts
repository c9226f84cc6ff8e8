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
  if (names.every(isKnown)) return;
  const readers = await readerNames();
  const unknown = names.find((name) => !isKnown(name));
  if (unknown === undefined) return;
  throw new UsageError(
    `unknown profile ${JSON.stringify(unknown)}; the profiles are ${PROFILE_NAMES.join(', ')}, and those of readers: ${readers.join(', ')}`,
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
  try {
    isAllowed('', '/', { agents: '*', profile: name as ReadingName });
    return true;
  } catch {
    return false;
  }
}
