/** The made-up sites of a client's loads. */

/** Twenty rules, as an average site has. */
export const FILE = `User-agent: *\n${Array.from({ length: 20 }, (_, i) => `Disallow: /private-${i}/`).join('\n')}\n`;

/** One site of this many asks for a pause, where sites do. */
export const PAUSING = 10;

/** The number of a site: `site-7.test` is the seventh. */
export function siteOf(host: string): number {
  return Number(/site-(\d+)\./.exec(host)?.[1] ?? 1);
}
