/**
 * Parsing a URL that may be none.
 */

/**
 * Parses a URL by the URL Standard.
 *
 * `URL.canParse` is not used anywhere: once V8 has optimized its caller, Node 20 and 22 refuse hosts with the characters U+0080 to U+00FF,
 * such as `http://bücher.example` (test/architecture/can-parse.test.ts). `URL.parse` needs Node 22.
 *
 * @param base what a relative URL is resolved against
 * @returns null if it is none
 */
export function urlOrNull(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

/** Parses an http or https URL, as {@link urlOrNull} does. Returns null if it is none. */
export function httpUrlOrNull(text: string, base?: string): URL | null {
  const url = urlOrNull(text, base);
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}
