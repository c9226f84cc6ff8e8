/** A file in which each crawler obeys two groups: a large one that all of them share, and one of its own. */

const CRAWLERS = 26;

/** The name of a crawler, of letters alone. */
export function crawlerName(nth: number): string {
  return `crawler-${String.fromCharCode('a'.charCodeAt(0) + nth)}`;
}

/** @param rules how many rules the large group has */
export function overlappingGroups(rules: number): string {
  const names = Array.from({ length: CRAWLERS }, (_, nth) => crawlerName(nth));
  const shared = Array.from({ length: rules }, (_, nth) => `disallow:/*${nth.toString(36)}x*y\n`);
  const own = names.map((name) => `user-agent:${name}\ndisallow:/${name}\n`);
  return [...names.map((name) => `user-agent:${name}\n`), ...shared, ...own].join('');
}
