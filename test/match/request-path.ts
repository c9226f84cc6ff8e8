/** The path of a URL as text, for tests. */
import { type Form, OCTET_KINDS } from '../../src/match/octet-forms.js';
import { readRequestPath } from '../../src/match/read-url.js';
import { toOctetString } from '../reference/octets.js';

/** The path and query of a URL in a form, as a string of one character per octet. */
export function requestPath(url: string | URL, form: Form): string {
  const request = readRequestPath(url, OCTET_KINDS[form]);
  return toOctetString(request.octets.subarray(request.start, request.end));
}
