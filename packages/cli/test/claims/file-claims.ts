/** Runs the commands that judge a file, and reads what they print by the forms of each. */
import { writeFileSync } from 'node:fs';
import { parseSync, type RobotsDocument } from 'robotstream';
import {
  CRAWLERS,
  type CrawlerPurpose,
  crawlersNamedIn,
  crawlersToCompare,
  findCrawler,
  PURPOSE_WORDS,
} from 'robotstream/crawlers';
import { runInProcess } from '../support/command.js';
import { AGENTS_FORMS, type AgentsScope } from './agents-forms.js';
import { CHECK_FORMS, type CheckScope } from './check-forms.js';
import { DIFF_FORMS, type DiffScope, diffScope } from './diff-forms.js';
import { EXPLAIN_FORMS, type ExplainScope, matchingRules } from './explain-forms.js';
import { Explanations } from './explanations.js';
import { FormTable } from './forms.js';
import { NaiveCrawler, NaiveFile } from './naive-crawler.js';
import { NOTE_FORMS, type NoteScope } from './note-forms.js';
import { askedOf, pathsOf } from './questions.js';
import { type Expected, TEST_FORMS, type TestScope } from './test-forms.js';

/** So wide that no line is broken or cut to fit. */
const WIDE = 10_000;

/** How many names of the file `agents` reports on besides the registry's: as many as its help says. */
const MAX_OTHER_NAMES = 100;
const MAX_OCTETS_OF_NAMES = 16_000_000;

/** Most questions are asked without `--profile`. */
const PROFILES = [
  undefined,
  undefined,
  'rfc9309',
  undefined,
  'koster-1996',
  'google',
  'draft-koster-rep-00',
] as const;

const PURPOSES = Object.keys(PURPOSE_WORDS) as readonly CrawlerPurpose[];

export class FileClaims {
  readonly #explanations = new Explanations();
  readonly #agents = new FormTable<AgentsScope>(AGENTS_FORMS);
  readonly #check = new FormTable<CheckScope>(CHECK_FORMS);
  readonly #diff = new FormTable<DiffScope>(DIFF_FORMS);
  readonly #explain = new FormTable<ExplainScope>(EXPLAIN_FORMS);
  readonly #notes = new FormTable<NoteScope>(NOTE_FORMS);
  readonly #test = new FormTable<TestScope>(TEST_FORMS);

  /** The forms that no text had so far. */
  get unused(): readonly string[] {
    const tables = {
      agents: this.#agents,
      diff: this.#diff,
      explanation: this.#explanations.table,
      check: this.#check,
      explain: this.#explain,
      notes: this.#notes,
      test: this.#test,
    };
    return Object.entries(tables).flatMap(([name, { unused }]) => unused.map((form) => `${name}: ${form}`));
  }

  /** What is wrong with what the commands print about a file. */
  async faultsOf(path: string, octets: Uint8Array): Promise<readonly string[]> {
    const file = new NaiveFile(octets);
    const { agents, paths } = askedOf(octets);
    const faults: string[] = [];
    const common = { name: path, file, explanations: this.#explanations };
    const files = new Map([
      [path, file],
      [`${path}.new`, new NaiveFile(edited(octets))],
    ]);
    const run: Run = async (args, table, scope, leftOut = 0) => {
      const { stdout, stderr } = await runInProcess(args, { env: { NO_COLOR: '1' } }, WIDE);
      const found = [...table.faultsIn(stdout, scope), ...this.#notes.faultsIn(stderr, { files, leftOut })];
      faults.push(...found.map((fault) => `${args.join(' ')}\n  ${fault}`));
    };

    for (const agent of agents.slice(0, 2)) {
      const scope = { ...common, agents: [agent], urls: paths, shown: 0 };
      await run(['check', path, ...paths, '--agent', agent], this.#check, scope);
    }
    const all = agents.flatMap((agent) => ['--agent', agent]);
    await run(['check', path, ...paths, ...all], this.#check, { ...common, agents, urls: paths, shown: 0 });

    await run(['agents', path, ...all], this.#agents, { file, agents, columns: [], rows: [] });
    const document = parseSync(octets);
    const named = crawlersNamedIn([{ document }]).filter((name) => findCrawler(name) === undefined);
    const most = Math.min(MAX_OTHER_NAMES, Math.ceil(MAX_OCTETS_OF_NAMES / (1 + document.octets.length)));
    const everyone = [...named.slice(0, most), ...CRAWLERS.map(({ token }) => token)];
    const reported = { file, agents: everyone, columns: [], rows: [] };
    const unreported = Math.max(0, named.length - most);
    if (octets.length % 3 === 0) await run(['agents', path], this.#agents, reported, unreported);
    const purpose = PURPOSES[octets.length % PURPOSES.length] ?? 'search';
    const having = CRAWLERS.filter(({ purposes }) => purposes.includes(purpose)).map(({ token }) => token);
    const forPurpose = { file, agents: having, columns: [], rows: [] };
    await run(['agents', path, '--purpose', purpose], this.#agents, forPurpose);

    await this.#compare(path, file, run);
    for (const [i, agent] of agents.entries()) {
      const url = paths[(i + 1) % paths.length] ?? '/';
      const profile = PROFILES[(i + octets.length) % PROFILES.length];
      const crawler = new NaiveCrawler(agent, profile);
      const matching = matchingRules(file, crawler, url);
      const scope = { ...common, agent, profile, crawler, url, rules: 0, matching };
      const given = profile === undefined ? [] : ['--profile', profile];
      await run(['explain', path, url, '--agent', agent, ...given], this.#explain, scope);
    }

    const met = agents.map((agent, i): Expected => {
      const url = paths[i % paths.length] ?? '/';
      return { agent, url, ...new NaiveCrawler(agent).verdict(file, url) };
    });
    const others = agents.flatMap((agent, i): Expected[] => [
      { agent, url: paths[i % paths.length] ?? '/', allowed: i % 2 === 0 },
      { agent, url: '/', allowed: true, line: i },
    ]);
    for (const expectations of [met, others]) {
      writeFileSync(`${path}.expected`, expectations.map(expectationText).join(''));
      await run(['test', path, `${path}.expected`], this.#test, { ...common, expectations, unmet: 0 });
    }
    return faults;
  }

  /** Compares a file with itself, with an edited version, and with itself under another profile. */
  async #compare(path: string, file: NaiveFile, run: Run): Promise<void> {
    const newer = new NaiveFile(edited(file.octets));
    writeFileSync(`${path}.new`, newer.octets);
    const [old, now] = [file, newer].map(({ octets }) => parseSync(octets)) as [
      RobotsDocument,
      RobotsDocument,
    ];
    const urls = [...new Set([file, newer].flatMap(({ octets }) => pathsOf(octets)))];
    const sides = { before: { file }, after: { file: newer } };
    const { names, leftOut } = crawlersToCompare({ document: old }, { document: now });
    const scope = () => diffScope({ ...sides, names, urls });
    await run(['diff', path, `${path}.new`], this.#diff, scope(), leftOut);
    for (const inList of [urls.slice(0, 20), ['/robots.txt']]) {
      writeFileSync(`${path}.urls`, inList.map((url) => `${url}\n`).join(''));
      const list = diffScope({ ...sides, names, urls: inList });
      await run(['diff', path, `${path}.new`, '--urls', `${path}.urls`], this.#diff, list, leftOut);
    }
    const { names: own, leftOut: left } = crawlersToCompare({ document: old }, { document: old });
    const same = diffScope({ before: { file }, after: { file }, names: own, urls });
    await run(['diff', path, path], this.#diff, same, left);
    const readings = { before: { file, profile: 'rfc9309' }, after: { file, profile: 'google' } } as const;
    const { names: both, leftOut: leftOfBoth } = crawlersToCompare(
      { document: old, profile: 'rfc9309' },
      { document: old, profile: 'google' },
    );
    const profiles = diffScope({ ...readings, names: both, urls });
    await run(['diff', path, '--profiles', 'rfc9309,google'], this.#diff, profiles, leftOfBoth);
  }
}

type Run = <Scope>(
  args: readonly string[],
  table: FormTable<Scope>,
  scope: Scope,
  leftOut?: number,
) => Promise<void>;

/** The file as an editor may leave it. */
function edited(octets: Uint8Array): Uint8Array {
  const lines = Buffer.from(octets)
    .toString('latin1')
    .split(/(?<=\n)/);
  const kept = lines.filter((_, i) => i % 7 !== octets.length % 7);
  const changed = kept.map((line, i) => (i % 5 === 1 ? line.replace('/', '/x') : line)).join('');
  return Buffer.from(`${changed}\nUser-agent: GPTBot\nDisallow: /new\n`, 'latin1');
}

function expectationText({ agent, url, allowed, line }: Expected): string {
  const end = line === undefined ? '' : ` line ${line}`;
  return `User-agent: ${agent}\n${allowed ? 'Allow' : 'Disallow'}: ${url}${end}\n`;
}
