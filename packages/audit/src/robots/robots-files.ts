/**
 * The versions of a robots.txt from files: one file, or a folder of dated ones.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { aString } from 'robotstream/internal';
import { historyOf, type RobotsVersion } from './robots-version.js';

/** What a robots.txt is at every time of a log: `path` is a file, or a folder. */
export interface RobotsFiles {
  /** The versions of the robots.txt, in order. Empty if the folder has only folders of hosts. */
  readonly versions: readonly RobotsVersion[];
  /** The versions of virtual hosts, by the names of their folders. */
  readonly hosts: ReadonlyMap<string, readonly RobotsVersion[]>;
  /** Names in the folder that are passed over, because they have no date. */
  readonly passedOver: readonly string[];
}

/**
 * Reads the versions of a robots.txt. A file is in force at all times. In a folder, each file has the date since when it is in force in its
 * name, such as `2026-11-24.txt`, `robots-2026-11-24T10-00-00Z.txt` or `20261124T100000Z.txt`; a date without a time zone is in UTC. A folder in the folder is a version
 * if its name has a date and it has a `robots.txt`, and else has the versions of a virtual host, whose name it has.
 *
 * @throws {TypeError} (rejects) if the path is no string
 * @throws {Error} (rejects) if it cannot be read, or is a folder without a version
 * @example
 * ```js
 * import { writeFile } from 'node:fs/promises';
 * import { robotsFiles } from '@robotstream/audit';
 *
 * await writeFile('robots.txt', 'User-agent: *\nDisallow: /private/\n');
 * const { versions } = await robotsFiles('robots.txt');
 * console.log(versions.length); // → 1
 * ```
 */
export async function robotsFiles(path: string): Promise<RobotsFiles> {
  aString(path, 'path');
  if (!(await stat(path)).isDirectory()) {
    const version = { since: -Infinity, octets: await readFile(path), name: path };
    return { versions: [version], hosts: new Map(), passedOver: [] };
  }
  const files = await folderVersions(path, true);
  if (files.versions.length === 0 && files.hosts.size === 0) {
    throw new Error(
      `${path}: no version of a robots.txt is in this folder; names with a date are expected, such as 2026-11-24.txt`,
    );
  }
  return files;
}

async function folderVersions(folder: string, hasHosts: boolean): Promise<RobotsFiles> {
  const versions: RobotsVersion[] = [];
  const hosts = new Map<string, readonly RobotsVersion[]>();
  const passedOver: string[] = [];
  const undated: RobotsVersion[] = [];
  const entries = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  for (const name of entries) {
    const path = join(folder, name);
    const since = dateIn(name);
    const isFolder = (await stat(path)).isDirectory();
    if (!isFolder && since !== undefined) {
      versions.push({ since, octets: await readFile(path), name: path });
    } else if (!isFolder && basename(name).toLowerCase() === 'robots.txt') {
      undated.push({ since: -Infinity, octets: await readFile(path), name: path });
    } else if (isFolder && since !== undefined) {
      const file = join(path, 'robots.txt');
      const octets = await readFile(file).catch(() => undefined);
      if (octets === undefined) passedOver.push(name);
      else versions.push({ since, octets, name: file });
    } else if (isFolder && hasHosts) {
      const ofHost = await folderVersions(path, false);
      if (ofHost.versions.length > 0) hosts.set(name.toLowerCase(), ofHost.versions);
      else passedOver.push(name);
    } else {
      passedOver.push(name);
    }
  }
  // A robots.txt beside dated versions is a copy of one of them, and nothing says since when it is in force.
  if (versions.length === 0) versions.push(...undated);
  else passedOver.push(...undated.map(({ name }) => basename(name)));
  return { versions: historyOf(versions), hosts, passedOver };
}

/** A date in the name of a file: with the time of day, or without. */
const DATE =
  /(?<!\d)(\d{4})[-_.]?(\d{2})[-_.]?(\d{2})(?:[T_ -]?(\d{2})[-:_.]?(\d{2})(?:[-:_.]?(\d{2})(?:\.\d+)?)?\s?(Z|[+-]\d{2}[-:_]?\d{2})?)?(?!\d)/i;

/** The time that a name has; undefined if it has none. A count of seconds since 1970 is one, too. */
export function dateIn(name: string): number | undefined {
  const seconds = /(?<!\d)(1\d{9})(?!\d)/.exec(name)?.[1];
  if (seconds !== undefined) return Number(seconds) * 1000;
  const found = DATE.exec(name);
  if (found === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = 'Z'] = found;
  const offset = zone.toUpperCase() === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // `Date.parse` takes 31 February for 3 March.
  const isDay = !Number.isNaN(Date.parse(`${local}Z`)) && new Date(`${local}Z`).getUTCDate() === Number(day);
  const time = Date.parse(`${local}${offset}`);
  return isDay && !Number.isNaN(time) ? time : undefined;
}
