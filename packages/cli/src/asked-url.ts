/** How a path is asked about. */

/** A site for paths that begin with `//`: without one, such a path would be read as a host name. */
const EXAMPLE_SITE = 'https://example.com';

/** The URL by which to ask about a path. */
export function askedUrl(path: string): string {
  return path.startsWith('//') ? `${EXAMPLE_SITE}${path}` : path;
}
