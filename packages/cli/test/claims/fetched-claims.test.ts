/** What `fetch`, `site` and `watch` say about verdicts, put to the naive reference: as claims.test.ts does for files. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'robotstream';
import { crawlersToCompare } from 'robotstream/crawlers';
import { describe, expect, test } from 'vitest';
import { EVENT_KINDS } from '../../src/watch/events.js';
import { useCommand } from '../support/command.js';
import { fromNdjson } from '../support/ndjson.js';
import { useSites } from '../support/sites.js';
import { diffScope } from './diff-forms.js';
import {
  DETAIL_FORMS,
  FETCH_FORMS,
  type FetchScope,
  SITE_FORMS,
  type SiteScope,
  TITLE_FORMS,
  type WatchScope,
} from './fetched-forms.js';
import { FormTable } from './forms.js';
import { NaiveFile } from './naive-crawler.js';
import { pathsOf } from './questions.js';

const command = useCommand();
const site = useSites();

const GOLDEN = fileURLToPath(new URL('../golden/files', import.meta.url));
const golden = (name: string): string => readFileSync(`${GOLDEN}/${name}`, 'latin1');

/** Files, each with a later version. */
const VERSIONS: readonly (readonly [before: string, after: string])[] = readdirSync(GOLDEN)
  .filter((name) => name.endsWith('.new.txt'))
  .map((name) => [golden(name.replace('.new', '')), golden(name)]);

const octetsOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

/** What two answers are to a comparison. */
function scopeOf(before: string, after: string, given: readonly string[] = []) {
  const sides = [before, after].map((text) => ({ file: new NaiveFile(octetsOf(text)) }));
  const [old, now] = sides.map(({ file }) => ({ document: parseSync(file.octets) }));
  if (old === undefined || now === undefined) throw new Error('two sides are expected');
  const names = given.length > 0 ? given : crawlersToCompare(old, now).names;
  const urls = [...new Set(sides.flatMap(({ file }) => pathsOf(file.octets)))];
  return diffScope({ before: sides[0] as never, after: sides[1] as never, names, urls });
}

describe('fetch', () => {
  const table = new FormTable<FetchScope>(FETCH_FORMS);

  test.each([200, 401, 403, 404, 410, 429, 500, 503])('is right about status %i', async (status) => {
    const body = 'User-agent: *\nDisallow: /a\n\nUser-agent: GPTBot\nDisallow: /\n';
    const { origin } = await site({ status, body });
    for (const agents of [['GPTBot'], ['Googlebot'], ['GPTBot', 'Googlebot', 'AdsBot-Google']]) {
      const named = agents.flatMap((agent) => ['--agent', agent]);
      const { stdout } = await command.run(['fetch', origin, ...named]);
      const file = new NaiveFile(octetsOf(body));
      expect(table.faultsIn(stdout, { status, file, agents })).toEqual([]);
    }
  });

  test('prints each form', () => {
    expect(table.unused).toEqual([]);
  });
});

describe('site', () => {
  const table = new FormTable<SiteScope>(SITE_FORMS);
  /** The forms of `diff` that lists and profiles lead to, and those of many differences. */
  const OF_DIFF = [
    'no difference for URLs',
    'difference for a URL',
    'spellings only',
    'more differences',
    'no difference',
  ];

  type Page = { status?: number; headers?: Record<string, string>; body: string };

  async function expectTrue(answers: readonly [Page, Page], given: readonly string[] = []) {
    const [one, other] = await Promise.all(answers.map((answer) => site(answer)));
    const named = given.flatMap((agent) => ['--agent', agent]);
    const args = ['site', one?.origin ?? '', '--host', other?.origin ?? '', '--no-sitemaps', ...named];
    const { stdout } = await command.run(args);
    const [before = '', after = ''] = answers.map(({ status = 200, body }) => (status === 200 ? body : ''));
    const statuses = answers.map(({ status = 200 }) => status) as [number, number];
    const scope = { ...scopeOf(before, after, given), statuses, areGiven: given.length > 0 };
    expect(table.faultsIn(stdout, scope)).toEqual([]);
  }

  test('is right about addresses with two files', async () => {
    for (const [body, other] of VERSIONS) await expectTrue([{ body }, { body: other }]);
  });

  test('is right about equal files, pages and failures', async () => {
    const body = 'User-agent: *\nDisallow: /a\n';
    await expectTrue([{ body }, { body }]);
    await expectTrue([{ body }, { body: `# comment\n${body}` }]);
    await expectTrue([{ body }, { body: `${body}\nUser-agent: GPTBot\nDisallow: /\n` }], ['Googlebot']);
    await expectTrue([{ body }, { status: 404, body: '' }]);
    await expectTrue([{ body: '# nothing\n' }, { status: 404, body: '' }]);
    await expectTrue([{ body }, { status: 503, body: '' }]);
    await expectTrue([{ body }, { status: 302, headers: { location: '/robots.txt' }, body: '' }]);
    await expectTrue([{ body }, { body: '<!doctype html><title>x</title>' }]);
  });

  test('prints each form', () => {
    expect(table.unused.filter((name) => !OF_DIFF.includes(name))).toEqual([]);
  });
});

describe('watch', () => {
  const titles = new FormTable<WatchScope>(TITLE_FORMS);
  const details = new FormTable<WatchScope>(DETAIL_FORMS);
  let stores = 0;

  async function expectTrue(
    before: { status?: number; body: string },
    after: { status?: number; body: string },
    guards?: string,
  ) {
    const one = await site(before);
    const store = `claims-${stores++}.store`;
    writeFileSync(`${command.folder}/guards`, guards ?? '');
    const args = ['watch', one.origin, '--store', store, '--json', ...(guards ? ['--guard', 'guards'] : [])];
    await command.run(args);
    one.answer(after);
    const { stdout } = await command.run(args);
    const [old, now] = [before, after].map(({ status = 200, body }) => (status === 200 ? body : ''));
    const scope = () => ({ ...scopeOf(old ?? '', now ?? ''), status: after.status ?? 200 });
    const [found] = fromNdjson(stdout) as unknown as [
      { events: { kind: string; title: string; details: string[] }[] },
    ];
    for (const { kind, title, details: lines } of found.events) {
      expect([kind, `${title}\n`.search(TITLE_FORMS[kind as keyof typeof TITLE_FORMS].lines)]).toEqual([
        kind,
        0,
      ]);
      expect(titles.faultsIn(`${title}\n`, scope())).toEqual([]);
      expect(details.faultsIn(lines.map((line) => `${line}\n`).join(''), scope())).toEqual([]);
    }
    return found.events.map(({ kind }) => kind);
  }

  const GOOD =
    'User-agent: *\nDisallow: /private/\n\nUser-agent: GPTBot\nDisallow: /\n\nSitemap: https://a.example/s.xml\n';
  const GUARDS = 'User-agent: Googlebot\nAllow: /\nDisallow: /private/\n';

  test('each kind of event has a form, and no other', () => {
    expect(Object.keys(TITLE_FORMS).sort()).toEqual(Object.keys(EVENT_KINDS).sort());
  });

  test('is right about new versions', async () => {
    for (const [body, other] of VERSIONS) {
      await expectTrue({ body }, { body: other }, GUARDS);
      await expectTrue({ body: other }, { body });
    }
  });

  test.each<[string, { status?: number; body: string }, ...kinds: string[]]>([
    ['staging', { body: 'User-agent: *\nDisallow: /\n' }, 'closes-everything', 'sitemaps', 'guard-broken'],
    ['an open file', { body: GOOD.replace('Disallow: /private/', 'Disallow:') }, 'opens', 'guard-broken'],
    ['more closed', { body: GOOD.replace('/private/', '/p') }, 'closes'],
    ['other rules', { body: GOOD.replace('/private/', '/other/') }, 'opens-and-closes', 'guard-broken'],
    ['a missing file', { status: 404, body: '' }, 'missing', 'guard-broken'],
    ['an empty file', { body: '' }, 'empty', 'guard-broken'],
    ['half a file', { body: GOOD.slice(0, 30) }, 'cut-off'],
    ['new text', { body: `User-agent: CCBot\nDisallow: /\n\n${GOOD}` }, 'prepended'],
    ['a page', { body: '<!doctype html><title>x</title>' }, 'not-a-robots-txt', 'guard-broken'],
    ['a page with rules', { body: `<!doctype html><pre>\n${GOOD}` }, 'not-a-robots-txt'],
    ['a delay', { body: GOOD.replace('Disallow', 'Crawl-delay: 5\nDisallow') }, 'delay'],
    ['a preference', { body: GOOD.replace('Disallow', 'Content-Signal: search=no\nDisallow') }, 'usage'],
  ])('is right about %s', async (_, after, ...kinds) => {
    expect(await expectTrue({ body: GOOD }, after, GUARDS)).toEqual(kinds);
  });

  test('is right about what comes back', async () => {
    expect(await expectTrue({ status: 500, body: '' }, { body: GOOD }, GUARDS)).toContain('recovered');
    expect(await expectTrue({ body: GOOD }, { status: 500, body: '' })).toEqual(['unreachable']);
    expect(await expectTrue({ status: 404, body: '' }, { body: '# nothing\n' })).toEqual(['appeared']);
    const met = { body: GOOD };
    expect(await expectTrue({ body: 'User-agent: *\nDisallow:\n' }, met, GUARDS)).toContain('guard-kept');
  });

  test('prints each form', () => {
    const others = ['other-host', 'uncertain'];
    expect(titles.unused).toEqual(others);
  });
});
