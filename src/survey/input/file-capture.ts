/**
 * Captures as files that are named by their host: `example.com`, `example.com.txt` or `example.com/robots.txt`.
 */
import type { Capture } from '../capture.js';
import type { Place } from './places.js';

const ROBOTS_TXT = 'robots.txt';
const EXTENSION = /(?:[._-]robots)?\.txt$/i;

/** A name that begins with a dot, other than `.` and `..`. */
const HIDDEN_NAME = /(?:^|\/)\.(?!\.?(?:\/|$))/;

/**
 * The capture that a file is.
 *
 * @param path with `/` between folders
 * @param isCutOff whether octets at the end are missing
 */
export function fileCapture(path: string, octets: Uint8Array, isCutOff: boolean, place: Place): Capture {
  const { offset, offsetInMember } = place;
  return {
    kind: 'capture',
    offset,
    offsetInMember,
    recordId: path,
    url: `https://${hostOf(path)}/${ROBOTS_TXT}`,
    fetchedAt: null,
    status: null,
    headers: new Map(),
    payload: { octets, mediaType: null, isCutOff },
    digest: 'unchecked',
  };
}

/** Whether a file or a folder on its path is hidden, as `.git` is. Hidden files are no captures. */
export function isHidden(path: string): boolean {
  return HIDDEN_NAME.test(path);
}

function hostOf(path: string): string {
  const names = path.split('/').filter((name) => name !== '');
  const last = names.pop() ?? '';
  return last.toLowerCase() === ROBOTS_TXT && names.length > 0
    ? (names.pop() as string)
    : last.replace(EXTENSION, '');
}
