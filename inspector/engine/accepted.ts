/** What the library accepts as a crawler and as a URL. */
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
