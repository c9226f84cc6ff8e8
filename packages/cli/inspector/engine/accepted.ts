/** What the library accepts as a crawler and as a URL, and what is wrong with a URL that it refuses. */
import { parseSync } from 'robotstream/web';

/** Whether a name is a product token, or `*`. */
export function acceptsCrawler(name: string): boolean {
  return doesNotThrow(() => parseSync('').matcher({ agents: name }));
}

/** Whether a verdict on a text as a URL can be given. */
export function acceptsUrl(url: string): boolean {
  return doesNotThrow(() => parseSync('').matcher({ agents: '*' }).isAllowed(url));
}

function doesNotThrow(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}

const URL_FAULT = 'This is neither an http, https or ftp URL nor a path that begins with a single /.';

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
