/** `robotstream/crawlers.json`: every fact has its page, its date and its quotation, and the modules are made from it. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { crawlerModules, readRegistry } from '../../scripts/crawler-modules.mjs';
import { CRAWLER_FACTS } from '../../src/crawlers/crawler.js';
import { CRAWLER_PURPOSES, CRAWLERS, type CrawlerFact, crawler } from '../../src/crawlers/index.js';
import { PROFILES } from '../../src/index.js';

interface Fact {
  readonly value: unknown;
  readonly sources: readonly string[];
}

interface Registry {
  readonly version: string;
  readonly statements: {
    readonly [id: string]: { readonly dateRead: string; readonly quotation: string };
  };
  readonly crawlers: { readonly [name: string]: { readonly [fact in CrawlerFact]?: Fact } };
}

const registry = readRegistry() as Registry;
const schema = JSON.parse(readFileSync('src/crawlers/crawlers.schema.json', 'utf8'));
const factsOf = (name: string): [CrawlerFact, Fact][] =>
  CRAWLER_FACTS.flatMap((fact) => {
    const stated = registry.crawlers[name][fact];
    return stated === undefined ? [] : [[fact, stated] as [CrawlerFact, Fact]];
  });

test('the file has the form that its schema describes', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(schema);
  validate(registry);
  expect(validate.errors).toBeNull();
  const purposes = schema.$defs.crawler.properties.purposes.properties.value.items.enum;
  expect(purposes).toEqual(Object.keys(CRAWLER_PURPOSES));
});

test('the modules are those that `npm run docs` makes from the file', () => {
  for (const [file, text] of Object.entries(crawlerModules(registry))) {
    expect(readFileSync(file, 'utf8'), file).toBe(text);
  }
});

describe('every fact', () => {
  test('has statements that are there, or is listed as unread', () => {
    for (const name of Object.keys(registry.crawlers)) {
      for (const [fact, { sources }] of factsOf(name)) {
        for (const id of sources) expect(registry.statements, `${name}: ${fact}`).toHaveProperty([id]);
        expect(crawler(name).unread.includes(fact), `${name}: ${fact}`).toBe(sources.length === 0);
      }
      for (const fact of ['robotsTxt', 'crawlDelay', 'profile'] as const) {
        if (registry.crawlers[name][fact] === undefined) expect(crawler(name).unread).toContain(fact);
      }
    }
  });

  test('that says what the crawler does about robots.txt has been read', () => {
    for (const name of Object.keys(registry.crawlers)) {
      for (const [fact, { sources }] of factsOf(name)) {
        if (['robotsTxt', 'crawlDelay', 'profile', 'obeysWildcard', 'retired'].includes(fact)) {
          expect(sources, `${name}: ${fact}`).not.toEqual([]);
        }
      }
    }
  });

  test('with a profile names one of the package', () => {
    for (const name of Object.keys(registry.crawlers)) {
      const { profile } = registry.crawlers[name];
      if (profile !== undefined) expect(Object.keys(PROFILES)).toContain(profile.value);
    }
  });
});

test('every statement is used, and was read before the version was made', () => {
  const used = new Set(
    Object.keys(registry.crawlers).flatMap((name) => factsOf(name).flatMap(([, { sources }]) => sources)),
  );
  expect(Object.keys(registry.statements).filter((id) => !used.has(id))).toEqual([]);
  const later = Object.keys(registry.statements).filter(
    (id) => !(Date.parse(registry.statements[id].dateRead) <= Date.parse(registry.version)),
  );
  expect(
    later,
    `set "version" of crawlers.json to the day of the newest statement, and write dates as 2026-11-28`,
  ).toEqual([]);
});

test('at most nine of the first 93 crawlers are unverified', () => {
  const unverified = CRAWLERS.slice(0, 93).filter(({ readFrom }) => readFrom === 'unverified');
  expect(unverified.length).toBeLessThanOrEqual(9);
});
