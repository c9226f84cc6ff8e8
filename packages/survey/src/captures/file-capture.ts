/**
 * Captures as files that are named by their host: `example.com`, `example.com.txt` or `example.com/robots.txt`.
 */

import { NO_FIELDS } from '../archives/record-header.js';
import { type InputFault, inputFault } from '../octets/input-fault.js';
import type { Place } from '../octets/places.js';
import type { Capture } from './capture.js';

const ROBOTS_TXT = 'robots.txt';
const EXTENSION = /(?:[._-]robots)?\.txt$/i;

/** A name that begins with a dot, other than `.` and `..`. */
const HIDDEN_NAME = /(?:^|\/)\.(?!\.?(?:\/|$))/;

/**
 * A name that is no host: nothing but dots, or with a character that a URL parser leaves out or that ends the host of a URL (WHATWG URL,
 * "basic URL parser"). A URL parser takes what follows an empty host for the host.
 */
const NO_HOST = /^\.*$|[\t\n\r?#@\\]/;

/**
 * The capture that a file is; a fault if it is not named by a host.
 *
 * @param path with `/` between folders
 * @param isCutOff whether octets at the end are missing
 */
export function fileCapture(
  path: string,
  octets: Uint8Array,
  isCutOff: boolean,
  place: Place,
): Capture | InputFault {
  const { offset, offsetInMember } = place;
  const host = hostOf(path);
  if (host === undefined || NO_HOST.test(host)) {
    const message = `neither ${JSON.stringify(path)} nor its folder is named by a host`;
    return inputFault('no-host', offset, message);
  }
  return {
    kind: 'capture',
    offset,
    offsetInMember,
    id: path,
    recordId: path,
    url: `https://${host}/${ROBOTS_TXT}`,
    fetchedAt: null,
    status: null,
    headers: NO_FIELDS,
    payload: { octets, mediaType: null, isCutOff },
    isRepeated: false,
    digest: 'unchecked',
  };
}

/** Whether a file or a folder on its path is hidden, as `.git` is. Hidden files are no captures. */
export function isHidden(path: string): boolean {
  return HIDDEN_NAME.test(path);
}

/** The host that a file or its folder is named by; undefined for a `robots.txt` without a folder. */
function hostOf(path: string): string | undefined {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const last = names.pop() ?? '';
  return last.toLowerCase() === ROBOTS_TXT ? names.pop() : last.replace(EXTENSION, '');
}
