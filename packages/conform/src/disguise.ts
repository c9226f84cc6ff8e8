/**
 * Questions for a program that has a name of its own, or that knows one site: another name, or another origin, in place of the suite's.
 */
import type { Arguments, OptionTable } from '../../command-line/src/arguments.js';
import { UsageError } from '../../command-line/src/exit.js';
import { isAgent } from '../../command-line/src/option-values.js';
import type { MatchingCase, Part } from './suite/cases.js';

export const DISGUISE_OPTIONS: OptionTable = {
  as: {
    value: 'NAME',
    help: 'The name of a program that cannot take another: it replaces the name of the crawler in the questions and their files. The limits of sizes then shift by a few octets.',
  },
  site: {
    value: 'ORIGIN',
    help: 'The origin of a program that knows one site, such as http://localhost: it replaces https://www.example.com and https://example.com in the URLs.',
  },
};

export interface Disguise {
  /** Null if the crawlers keep their names. */
  readonly name: string | null;
  /** Null if the URLs keep their origins. */
  readonly origin: string | null;
}

/** @throws {UsageError} if the name is no product token, or the origin none */
export function disguiseOf(args: Arguments): Disguise {
  const name = args.one('as') ?? null;
  const site = args.one('site');
  if (name !== null && !isAgent(name)) {
    throw new UsageError(`--as ${JSON.stringify(name)} is not a product token, such as ExampleBot`);
  }
  return { name, origin: site === undefined ? null : originNamed(site) };
}

function originNamed(site: string): string {
  const origin = originIn(site);
  if (origin !== null) return origin;
  throw new UsageError(`--site is ${JSON.stringify(site)}; an origin such as http://localhost is expected`);
}

/** The origin that a text is, perhaps with a slash at its end; null if it is anything else. */
function originIn(text: string): string | null {
  try {
    const { origin, href } = new URL(text);
    return href === `${origin}/` ? origin : null;
  } catch {
    return null;
  }
}

/** The case with another name and another origin. A crawler with several names keeps them. */
export function disguised(one: MatchingCase, { name, origin }: Disguise): MatchingCase {
  const url =
    origin === null ? one.url : one.url.replace(/^https:\/\/(?:www\.)?example\.com(?=[/?#]|$)/, origin);
  const [agent, ...others] = one.agents;
  if (name === null || agent === undefined || agent === '*' || others.length > 0) return { ...one, url };
  return {
    ...one,
    url,
    agents: [renamed(agent, agent, name)],
    parts: one.parts.map((part) => partWith(part, agent, name)),
  };
}

function partWith(part: Part, agent: string, name: string): Part {
  const { text, base64 = '' } = part;
  if (text !== undefined) return { ...part, text: renamed(text, agent, name) };
  const octets = renamed(Buffer.from(base64, 'base64').toString('latin1'), agent, name);
  return { ...part, base64: Buffer.from(octets, 'latin1').toString('base64') };
}

/** Replaces a name in any letter case. Capitals stay capitals. */
function renamed(text: string, agent: string, name: string): string {
  const pattern = new RegExp(agent.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi');
  return text.replaceAll(pattern, (found) => {
    if (found === found.toLowerCase()) return name.toLowerCase();
    return found === found.toUpperCase() ? name.toUpperCase() : name;
  });
}
