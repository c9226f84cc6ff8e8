/**
 * The response headers that matter for a robots.txt: its type, its coding, and how long it may be cached.
 */

/** The headers kept, in lower case. */
export const KEPT_HEADERS = [
  'age',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'date',
  'etag',
  'expires',
  'last-modified',
  'pragma',
  'retry-after',
  'vary',
] as const;

export type KeptHeader = (typeof KEPT_HEADERS)[number];

/** The kept headers of a response, unchanged. Several lines of one header are joined by `, ` (RFC 9110 §5.3). */
export type ResponseHeaders = { readonly [name in KeptHeader]?: string };

const KEPT: ReadonlySet<string> = new Set(KEPT_HEADERS);

/** The headers to keep, of all headers. */
export function keptHeaders(all: Readonly<Record<string, string | string[] | undefined>>): ResponseHeaders {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) {
    const key = name.toLowerCase();
    if (value !== undefined && KEPT.has(key)) kept[key] = Array.isArray(value) ? value.join(', ') : value;
  }
  return kept;
}
