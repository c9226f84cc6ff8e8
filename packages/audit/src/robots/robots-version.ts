/**
 * A robots.txt over time.
 */

/** A version of a robots.txt. */
export interface RobotsVersion {
  /** Since when it is in force, in milliseconds since 1970; `-Infinity` if that is not known, or always. */
  readonly since: number;
  /** The file; null while there was none, which allows everything. */
  readonly octets: Uint8Array | null;
  /** Where it is from, such as the name of a file or a commit. */
  readonly name: string;
}

/** How many octets all versions of a site have together, at most: they stay in memory. */
export const MAX_HISTORY_OCTETS = 64 * 1024 * 1024;

/**
 * The versions in the order of time. Of neighbours that are the same octet for octet, the first one remains: nothing changed.
 *
 * @throws {RangeError} if together they have more than 64 MiB
 */
export function historyOf(versions: readonly RobotsVersion[]): RobotsVersion[] {
  const sorted = [...versions].sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0));
  const kept: RobotsVersion[] = [];
  for (const version of sorted) {
    const last = kept.at(-1);
    if (last !== undefined && last.since === version.since) kept.pop();
    if (!isSame(kept.at(-1), version)) kept.push(version);
  }
  const size = kept.reduce((sum, { octets }) => sum + (octets?.length ?? 0), 0);
  if (size > MAX_HISTORY_OCTETS) {
    throw new RangeError(
      `the versions have ${size} octets together; at most ${MAX_HISTORY_OCTETS} are expected`,
    );
  }
  return kept;
}

function isSame(a: RobotsVersion | undefined, b: RobotsVersion): boolean {
  if (a === undefined) return false;
  if (a.octets === null || b.octets === null) return a.octets === b.octets;
  return Buffer.compare(a.octets, b.octets) === 0;
}
