/**
 * URLs of http and https alone.
 */
import { urlOrNull } from 'robotstream/internal';

/** Parses an http or https URL, as {@link urlOrNull} does. Returns null if it is none. */
export function httpUrlOrNull(text: string, base?: string): URL | null {
  const url = urlOrNull(text, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
