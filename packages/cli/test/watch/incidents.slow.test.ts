/**
 * What `robotstream watch` misses, and what it takes for an incident: 500 incidents and 1,000 harmless edits of real files, served over real
 * sockets, and noticed by the command with a real store. docs/internals/watch.md has the result.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileKind, parseSync } from '../../../../src/index.js';
import { describeWith } from '../../../../test/support/needs.js';
import { loadCorpus, SHARED_NEED } from '../../../../test/support/shared.js';
import { runInProcess } from '../support/command.js';
import { fromNdjson } from '../support/ndjson.js';
import { HARMLESS } from './support/harmless.js';
import { INCIDENTS, type Planted } from './support/incidents.js';
import { randomOf } from './support/random.js';
import { SitesOnLoopback } from './support/sites-on-loopback.js';

const SEED = Number(process.env.ROBOTSTREAM_WATCH_SEED ?? 34);
const INCIDENT_COUNT = 500;
const EDIT_COUNT = 1000;

/** Files that are watched: those that have rules, and are no pages. */
const MAX_OCTETS = 60_000;

let folder = '';
let files: readonly Buffer[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-watch-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Case {
  readonly name: string;
  readonly file: Buffer;
  readonly planted: Planted;
  readonly expected: readonly string[];
}

/** Makes cases of the kinds in turn, each with the next file that suits it. */
function casesOf<Kind>(
  kinds: readonly Kind[],
  count: number,
  make: (kind: Kind, file: Buffer) => Omit<Case, 'file'> | null,
): readonly Case[] {
  const cases: Case[] = [];
  let next = 0;
  for (let i = 0; cases.length < count; i++) {
    const kind = kinds[i % kinds.length] as Kind;
    for (let tries = 0; tries < files.length; tries++) {
      const file = files[next++ % files.length] as Buffer;
      const made = make(kind, file);
      if (made === null) continue;
      cases.push({ file, ...made });
      break;
    }
  }
  return cases;
}

interface Told {
  readonly url: string;
  readonly events: readonly { readonly kind: string; readonly title: string }[];
}

/** Looks at the files, then at what became of them; what the second look told about each. */
async function toldAbout(cases: readonly Case[], name: string): Promise<readonly Told[]> {
  const sites = new SitesOnLoopback(cases.map(({ file }) => file));
  await sites.start();
  const list = join(folder, `${name}.txt`);
  writeFileSync(list, cases.map((_, i) => `${sites.url(i)}\n`).join(''));
  const args = ['watch', '--urls', list, '--store', join(folder, `${name}.store`), '--json'];
  const first = await runInProcess(args);
  expect([first.stderr, first.code]).toEqual(['', 0]);
  for (const [i, { planted }] of cases.entries()) sites.answer(i, planted);
  const second = await runInProcess(args);
  await sites.stop();
  const told = fromNdjson(second.stdout) as unknown as readonly Told[];
  expect(told.map(({ url }) => url)).toEqual(cases.map((_, i) => `${sites.url(i)}robots.txt`));
  return told;
}

describeWith(SHARED_NEED, `watching real files, seed ${SEED}`, () => {
  beforeAll(() => {
    files = Array.from(loadCorpus().values(), (octets) => Buffer.from(octets)).filter((octets) => {
      if (octets.length > MAX_OCTETS || fileKind(octets) !== undefined) return false;
      return parseSync(octets).groups.some(({ rules }) => rules.some(({ pattern }) => pattern !== ''));
    });
    expect(files.length).toBeGreaterThan(1000);
  });

  test(`none of ${INCIDENT_COUNT} incidents is missed`, async () => {
    const random = randomOf(SEED);
    const cases = casesOf(INCIDENTS, INCIDENT_COUNT, ({ name, expected, plant }, file) => {
      const planted = plant(file, random);
      return planted === null ? null : { name, expected, planted };
    });
    const told = await toldAbout(cases, 'incidents');
    const missed = cases.flatMap(({ name, expected }, i) => {
      const kinds = told[i]?.events.map(({ kind }) => kind) ?? [];
      return kinds.some((kind) => expected.includes(kind)) ? [] : [{ name, url: told[i]?.url, kinds }];
    });
    expect(missed).toEqual([]);
  });

  test(`at most one of ${EDIT_COUNT} harmless edits is an alarm`, async () => {
    const random = randomOf(SEED);
    const cases = casesOf(HARMLESS, EDIT_COUNT, ({ name, edit }, file) => {
      const text = file.toString('latin1');
      const made = edit(text, random);
      return made === null || made === text
        ? null
        : { name, expected: [], planted: { body: Buffer.from(made, 'latin1') } };
    });
    const told = await toldAbout(cases, 'harmless');
    const alarms = cases.flatMap(({ name }, i) => {
      const events = told[i]?.events ?? [];
      return events.length === 0 ? [] : [{ name, titles: events.map(({ title }) => title) }];
    });
    if (alarms.length > 1)
      throw new Error(`${alarms.length} alarms: ${JSON.stringify(alarms.slice(0, 40), null, 1)}`);
  });
});
