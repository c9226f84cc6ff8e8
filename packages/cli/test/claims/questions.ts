/** Questions that a file suggests to the command: names and paths that tell its groups and rules apart. */
import { parseSync } from 'robotstream';
import { namesNear, Questions } from '../../../../test/lint/questions.js';

/** Crawlers of the registry with readings, fallbacks and marks of their own. */
const REGISTERED = ['Googlebot', 'GPTBot', 'Googlebot-News', 'AdsBot-Google', 'bingbot', 'Google-Extended'];

/** What fits on a command line and is printed as it is. */
const IS_PLAIN = /^[\x21-\x7e]+$/;

export interface Asked {
  readonly agents: readonly string[];
  readonly paths: readonly string[];
}

/** The first names and paths of a file, with some that each file is asked about. */
export function askedOf(octets: Uint8Array, most = { agents: 5, paths: 8 }): Asked {
  const document = parseSync(octets);
  const named = namesNear(document.groups.flatMap(({ userAgents }) => userAgents.map(({ name }) => name)));
  const first = octets.length % (REGISTERED.length - 1);
  const registered = REGISTERED.slice(first, first + 2);
  const seen = new Set(registered.map((name) => name.toLowerCase()));
  const others = ['*', ...named, ...REGISTERED].filter((name) => {
    const key = name.toLowerCase();
    return IS_PLAIN.test(name) && !/[,/]/.test(name) && !seen.has(key) && seen.add(key);
  });
  return {
    agents: [...others.slice(0, most.agents - registered.length), ...registered],
    paths: ['/robots.txt', ...pathsOf(octets)].slice(0, most.paths),
  };
}

/** Paths that tell the rules of a file apart. */
export function pathsOf(octets: Uint8Array): readonly string[] {
  const { urls } = new Questions(parseSync(octets), 1);
  return urls
    .map((url) => url.slice('http://host'.length))
    .filter((path) => IS_PLAIN.test(path) && !path.startsWith('//'));
}
