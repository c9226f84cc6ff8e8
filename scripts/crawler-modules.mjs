/**
 * The modules that are made from `src/crawlers/crawlers.json`: the names, which judging needs, and the facts; and for the inspector where each
 * fact was read. The quotations stay in the JSON file, so that no bundle has them.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './packages.mjs';

const DATA = 'src/crawlers/crawlers.json';

/** The registry, as `src/crawlers/crawlers.schema.json` describes it. */
export function readRegistry() {
  return JSON.parse(readFileSync(path.join(ROOT, DATA), 'utf8'));
}

const ORIGIN = '`npm run docs` writes this file from crawlers.json.';

/**
 * The text of each module, by its file.
 *
 * @param {ReturnType<typeof readRegistry>} registry
 * @returns {Readonly<Record<string, string>>}
 */
export function crawlerModules(registry) {
  return {
    'src/crawler-names.ts': namesModule(registry),
    'src/crawlers/facts.ts': factsModule(registry),
  };
}

function namesModule({ version, crawlers }) {
  const entries = Object.entries(crawlers);
  const having = (fact) => entries.filter(([, crawler]) => crawler[fact] !== undefined);
  return `/** The names of the registry, and what judging needs to know about the crawlers. ${ORIGIN} */
// biome-ignore-all format: as many crawlers as fit have a line.
import type { ProfileName } from './profiles.js';

/** The version of the registry: a date. */
export const REGISTRY_VERSION = ${literal(version)};

/** The product tokens of the registry. */
export const NAMES = [
${filled(entries, ([name]) => literal(name))}] as const;

/** The tokens that crawlers fall back to. */
export const FALLBACKS: { readonly [name: string]: readonly string[] } = {
${filled(having('fallbacks'), ([name, { fallbacks }]) => `${literal(name)}: ${literal(fallbacks.value)}`)}};

/** The crawlers that do not obey the groups for \`*\`. */
export const NO_WILDCARD: readonly string[] = [
${filled(having('obeysWildcard'), ([name]) => literal(name))}];

/** The crawlers whose reading is documented, with the name of the profile. */
export const READINGS: { readonly [name: string]: ProfileName } = {
${filled(having('profile'), ([name, { profile }]) => `${literal(name)}: ${literal(profile.value)}`)}};
`;
}

/** The facts that may be stated without a source. Of all others, an absent one is unknown. */
const STATED = ['purposes', 'fallbacks', 'obeysWildcard', 'sendsRequests', 'retired'];

function factsModule({ crawlers, statements }) {
  return `/** What is known about the crawlers of the registry. ${ORIGIN} */
// biome-ignore-all format: a crawler has a line.
import type { CrawlerName } from '../crawler-tokens.js';
import type { Crawler } from './crawler.js';

/** The facts of an entry. One that is absent has its usual value, or is unknown. */
type Facts = Pick<Crawler, 'operator' | 'purposes' | 'page' | 'readFrom' | 'dateRead'> &
  Partial<Pick<Crawler, 'robotsTxt' | 'crawlDelay' | 'sendsRequests' | 'isRetired' | 'unread'>>;

export const FACTS: { readonly [name in CrawlerName]: Facts } = {
${lines(Object.entries(crawlers), ([name, crawler]) => `${literal(name)}: ${literal(factsOf(crawler, statements))}`)}};
`;
}

function factsOf(crawler, statements) {
  const { operator, purposes, robotsTxt, crawlDelay, sendsRequests, retired, page } = crawler;
  const unread = STATED.filter((fact) => crawler[fact]?.sources.length === 0);
  const facts = Object.values(crawler).filter(({ sources }) => sources !== undefined);
  const read = facts.flatMap(({ sources }) => sources.map((id) => statements[id]));
  const places = new Set(read.map(({ readFrom }) => readFrom));
  const dates = read.map(({ dateRead }) => dateRead).sort();
  return {
    operator,
    purposes: purposes.value,
    ...(robotsTxt && { robotsTxt: robotsTxt.value }),
    ...(crawlDelay && { crawlDelay: crawlDelay.value }),
    ...(sendsRequests && { sendsRequests: sendsRequests.value }),
    ...(retired && { isRetired: retired.value }),
    ...(unread.length > 0 && { unread }),
    readFrom: read.length === 0 ? 'unverified' : places.has('third-party') ? 'third-party' : 'operator',
    dateRead: dates[0] ?? '',
    page,
  };
}

/**
 * Where the facts were read, for the inspector. Statements that are read on the same page, on the same day, are one source here.
 *
 * @param {ReturnType<typeof readRegistry>} registry
 */
export function crawlerSources({ crawlers, statements }) {
  const sources = [];
  const indexOf = (id) => {
    const { page, dateRead, readFrom } = statements[id];
    const text = JSON.stringify([page, dateRead, readFrom === 'operator']);
    return sources.includes(text) ? sources.indexOf(text) : sources.push(text) - 1;
  };
  const claims = Object.entries(crawlers).map(([name, crawler]) => {
    const facts = Object.entries(crawler).filter(([, { sources: ids }]) => ids?.length > 0);
    return [
      name,
      Object.fromEntries(facts.map(([fact, { sources: ids }]) => [fact, [...new Set(ids.map(indexOf))]])),
    ];
  });
  return { SOURCES: sources.map((text) => JSON.parse(text)), SOURCES_OF: Object.fromEntries(claims) };
}

/** How long a line is filled, in characters. */
const LINE_CHARACTERS = 140;

/** Elements in as few lines as they fit into. */
function filled(elements, textOf) {
  const filledLines = [];
  for (const text of elements.map((element) => `${textOf(element)},`)) {
    const last = filledLines.at(-1);
    if (last !== undefined && last.length + text.length < LINE_CHARACTERS)
      filledLines.push(`${filledLines.pop()} ${text}`);
    else filledLines.push(`  ${text}`);
  }
  return filledLines.map((line) => `${line}\n`).join('');
}

/** A line for each element, with a comma at its end. */
function lines(elements, line) {
  return elements.map((element) => `  ${line(element)},\n`).join('');
}

/** A value of JSON as TypeScript. */
function literal(value) {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const members = Object.entries(value).map(([key, member]) => `${key}: ${literal(member)}`);
  return `{ ${members.join(', ')} }`;
}
