/** Why a URL cannot be judged, in words for a person who typed it. */

const URL_FAULT = 'This is neither an http, https or ftp URL nor a path that begins with /.';

/**
 * What is wrong with a URL that the library has refused.
 *
 * @param error what the library threw
 * @throws the given error, unless it is about the URL
 */
export function urlFault(error: unknown): string {
  if (!(error instanceof TypeError)) throw error;
  return URL_FAULT;
}
