/** `robotstream agents` */
import { describe, expect, test } from 'vitest';
import { crawlersOf } from '../../../src/crawlers/index.js';
import { runInProcess, useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const ROBOTS_TXT = `User-agent: GPTBot
Disallow: /

User-agent: Googlebot
Disallow: /search
Crawl-delay: 2

User-agent: MyBot
Disallow:

User-agent: *
Disallow: /private/
Content-Usage: train-ai=n, search=y
Content-Signal: ai-train=no
`;

const command = useCommand();
const startSite = useSites();

const agents = (...options: string[]) => command.run(['agents', '-', ...options], { input: ROBOTS_TXT });
const NAMES = [
  'GPTBot',
  'Googlebot-News',
  'AdsBot-Google',
  'ChatGPT-User',
  'Applebot-Extended',
  'MyBot',
  '*',
];
const SOME = NAMES.flatMap((name) => ['--agent', name]);

test('text: the crawlers that the file names come first, each with its group and the usage preferences', async () => {
  const { code, stdout, stderr } = await agents(...SOME);
  expect(stdout).toBe(`standard input, each crawler as it reads it: rfc9309, google
7 crawlers: everything 2, something 4, nothing 1

crawler             operator  obeys             /    site        delay
GPTBot              OpenAI    line 1            no   nothing
Googlebot-News      Google    Googlebot line 4  yes  something   ignored
MyBot                         line 8            yes  everything
ChatGPT-User²       OpenAI    * line 11         yes  something
Applebot-Extended¹  Apple     * line 11         yes  something
*                             * line 11         yes  something
AdsBot-Google³⁴     Google    no group          yes  everything

group      what / may be used for
line 1     not applicable, because / may not be fetched
line 4     nothing is stated
line 8     nothing is stated
* line 11  Content-Usage: train-ai no, search yes; Content-Signal: ai-train no
no group   nothing is stated

¹ sends no requests: it controls the use of pages that another crawler fetches
² may ignore robots.txt, because it fetches what users ask for
³ never obeys the groups for "*"
⁴ may ignore robots.txt
`);
  expect([code, stderr]).toEqual([0, '']);
});

test('by default: every crawler of the registry, and the names of the file that it lacks', async () => {
  const { stdout } = await agents('--json');
  const rows = fromNdjson(stdout);
  const registered = crawlersOf('all').map(({ token }) => token);
  expect(rows.map(({ crawler }) => crawler).sort()).toEqual(['*', 'MyBot', ...registered].sort());
  expect(rows[0]).toMatchObject({ selectedBy: 'name' });
  const set = fromNdjson((await agents('--json', '--set', 'seo')).stdout);
  expect(set).toHaveLength(2 + crawlersOf('seo').length);
});

test('--json', async () => {
  const [row] = fromNdjson((await agents('--json', '--agent', 'Googlebot-News')).stdout);
  expect(row).toEqual({
    crawler: 'Googlebot-News',
    registered: true,
    operator: 'Google',
    purposes: ['search'],
    selectedBy: 'name',
    agent: 'Googlebot',
    groupLine: 4,
    root: true,
    rootLine: 0,
    site: 'something',
    crawlDelay: 2,
    contentUsage: { 'train-ai': 'unknown', 'ai-use': 'unknown', search: 'unknown' },
    contentSignal: { search: 'unknown', 'ai-input': 'unknown', 'ai-train': 'unknown' },
    licenses: [],
    profile: 'google',
    robotsTxt: 'obeys',
    crawlDelayPractice: 'ignores',
    isRetired: false,
    unread: [],
    kind: null,
  });
  const [retired] = fromNdjson((await agents('--json', '--agent', 'anthropic-ai')).stdout);
  expect(retired).toMatchObject({ isRetired: true, unread: ['robotsTxt', 'crawlDelay', 'profile'] });
  const [closed] = fromNdjson((await agents('--json', '--agent', 'GPTBot')).stdout);
  expect(closed).toMatchObject({
    root: false,
    rootLine: 2,
    contentUsage: null,
    contentSignal: null,
    licenses: null,
  });
});

test('the licenses for each crawler', async () => {
  const input =
    'License: https://a.example/l.xml\nUser-agent: *\nDisallow: /x\n\nUser-agent: GPTBot\nLicense: /own.xml\nDisallow: /y\n';
  const asked = ['agents', '-', '--agent', 'GPTBot', '--agent', 'Googlebot'];
  const { stdout } = await command.run(asked, { input });
  expect(stdout).toMatch(/^line 5 +License: \/own\.xml$/m);
  expect(stdout).toMatch(/^\* line 2 +License: https:\/\/a\.example\/l\.xml$/m);
  const rows = fromNdjson((await command.run([...asked, '--json'], { input })).stdout);
  expect(rows).toMatchObject([{ licenses: ['/own.xml'] }, { licenses: ['https://a.example/l.xml'] }]);
});

test('a delay has a mark if no page says what the crawler does with it', async () => {
  const { stdout } = await command.run(
    ['agents', '-', ...['GPTBot', 'bingbot', 'MyBot', 'TikTokSpider'].flatMap((one) => ['--agent', one])],
    { input: 'User-agent: *\nCrawl-delay: 10\n' },
  );
  expect(stdout).toMatch(/^GPTBot .* 10 s\?$/m);
  expect(stdout).toMatch(/^bingbot .* 10 s$/m);
  expect(stdout).toMatch(/^MyBot .* 10 s$/m);
  expect(stdout).toMatch(/^TikTokSpider⁵ .* 10 s\?$/m);
  expect(stdout).toMatch(/^⁵ is not verified: no source says whether it obeys robots\.txt$/m);
});

test('--csv', async () => {
  const plain = await agents('--csv', '--agent', '*', '--agent', 'Googlebot');
  expect(plain.stdout).toBe(
    [
      'crawler,registered,operator,purposes,selectedBy,agent,groupLine,root,rootLine,site,crawlDelay,contentUsage,contentSignal,licenses,profile,robotsTxt,crawlDelayPractice,isRetired,unread',
      'Googlebot,true,Google,search,name,Googlebot,4,true,0,something,2,,,,google,obeys,ignores,false,',
      '*,false,,,wildcard,,11,true,0,something,,train-ai=disallowed search=allowed,ai-train=disallowed,,rfc9309,,,false,',
      '',
    ].join('\r\n'),
  );
});

test('--csv: names from the file cannot break out of their cell', async () => {
  const { stdout } = await command.run(['agents', '-', '--csv', '--set', 'seo'], {
    input: 'User-agent: -1+1\nUser-agent: a"b\nDisallow: /\n',
  });
  expect(stdout).toContain("\r\n'-1,false,,,name,'-1,1,false,3,nothing,,,,,rfc9309,,,false,\r\n");
  for (const line of stdout.trimEnd().split('\r\n')) expect(line).not.toMatch(/^[=+@-]/);
});

test('text: a crawler that ignores Crawl-delay waits for none, whatever the file asks', async () => {
  const input = 'User-agent: *\nCrawl-delay: 10\nDisallow: /a\n';
  const names = ['Googlebot', 'bingbot', 'GPTBot', 'MyBot'].flatMap((name) => ['--agent', name]);
  const { stdout } = await command.run(['agents', '-', ...names], { input });
  const delays = stdout.split('\n').slice(4, 8);
  expect(delays.map((line) => line.trim().split(/ {2,}/)).map((cells) => [cells[0], cells.at(-1)])).toEqual([
    ['Googlebot', 'ignored'],
    ['bingbot', '10 s'],
    ['GPTBot', '10 s?'],
    ['MyBot', '10 s'],
  ]);
});

test('text: crawlers that obey different groups from one line on have preferences of their own', async () => {
  const input = 'User-agent: MJ12bot\nContent-Usage: train-ai=n\n\nUser-agent: MJ\nContent-Usage: search=n\n';
  const { stdout } = await command.run(['agents', '-', '--agent', 'MJ', '--agent', 'MJ12bot'], { input });
  expect(stdout.split('\n').slice(-4)).toEqual([
    'group            what / may be used for',
    'line 1, MJ       Content-Usage: train-ai no, search no',
    'line 1, MJ12bot  Content-Usage: train-ai no',
    '',
  ]);
});

test('verdicts are those of the profile', async () => {
  const input = 'User-agent: a\n\nDisallow: /\n';
  const answer = async (profile: string) =>
    fromNdjson(
      (await command.run(['agents', '-', '--json', '--agent', 'a', '--profile', profile], { input })).stdout,
    )[0];
  expect(await answer('rfc9309')).toMatchObject({ site: 'nothing' });
  expect(await answer('koster-1996')).toMatchObject({ site: 'everything' });
});

describe('a terminal', () => {
  const lines = async (columns: number) => {
    const { stdout } = await runInProcess(
      ['agents', '-', '--set', 'ai'],
      { input: ROBOTS_TXT, env: { TERM: 'xterm' } },
      columns,
    );
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    return { colored: stdout, plain: stdout.replaceAll(/\u001b\[\d+m/g, '').split('\n') };
  };

  test.each([40, 80, 100, 120])('of %i characters has no longer line in its tables', async (columns) => {
    const { plain } = await lines(columns);
    const tables = plain.slice(
      3,
      plain.findIndex((line) => line.startsWith('¹')),
    );
    const longest = Math.max(...tables.map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(columns);
    expect(tables.some((line) => line.includes('operator'))).toBe(columns >= 100);
  });

  test('has colours', async () => {
    const { colored } = await lines(80);
    expect(colored).toContain('\u001b[31mnothing');
    expect(colored).toContain('\u001b[32myes');
  });
});

test('the report begins with who may train, search and answer; crawlers that no group names share a line', async () => {
  const { stdout } = await agents();
  expect(stdout).toMatch(
    /\nwho may +all +some +none +refused\ntrain AI models +\d+ +\d+ +1 +GPTBot\nindex for search/,
  );
  expect(stdout).toMatch(/crawlers that may fetch \/ are asked not to train AI models\n/);
  expect(stdout).toMatch(/\n\d+ other crawlers obey \* line 11: something\n/);
  expect(stdout).toContain('--set all lists them');
  expect(stdout).not.toContain('ClaudeBot  ');
});

test('--purpose has the crawlers with that purpose', async () => {
  const { stdout } = await agents('--purpose', 'train', '--json');
  const found = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(found.length).toBeGreaterThan(20);
  for (const { purposes } of found) expect(purposes).toContain('train-ai');
  const { code, stderr } = await agents('--purpose', 'trian');
  expect(stderr).toContain(
    '--purpose is "trian"; the purposes are train, search, answer, user, archive, ads, seo, other; did you mean train?',
  );
  expect(code).toBe(2);
});

describe('a URL', () => {
  test('the robots.txt of its site is fetched', async () => {
    const { origin } = await startSite({ body: ROBOTS_TXT });
    const { code, stdout } = await command.run(['agents', `${origin}/x`, '--agent', 'GPTBot']);
    expect(stdout).toContain(`${origin}/robots.txt, under rfc9309\n1 crawler: nothing 1\n`);
    expect(stdout).toMatch(/fetched just now: success/);
    expect(code).toBe(0);
  });

  test('a site without a file has one answer for all', async () => {
    const { origin } = await startSite({ status: 404 });
    const none = await command.run(['agents', origin]);
    expect(none.stdout).toContain('Allowed: there is no robots.txt for this crawler (status 404).');
    expect(none.code).toBe(0);
    const closed = await command.run(['agents', CLOSED_ORIGIN, '--json']);
    expect(fromNdjson(closed.stdout)).toMatchObject([{ access: 'unreachable', allowed: false }]);
    expect(closed.code).toBe(1);
    const csv = await command.run(['agents', CLOSED_ORIGIN, '--csv']);
    expect(csv.stdout).toMatch(/^crawler,registered,.*\r\n$/);
    expect(csv.stderr).toContain('note: ');
  });
});

test('a site whose status crawlers read differently has an answer for each reading', async () => {
  const { origin, requests } = await startSite({ status: 429 });
  const agents = ['--agent', 'GPTBot', '--agent', 'Googlebot', '--agent', 'Googlebot-News'];
  const { code, stdout } = await command.run(['agents', origin, ...agents]);
  expect(stdout).toBe(
    `${origin}/robots.txt
Allowed: there is no robots.txt for this crawler (status 429). For GPTBot, by rfc9309.
Disallowed: the robots.txt is unreachable, by its status 429, so nothing is allowed (Google's robots.txt specification). For Googlebot, Googlebot-News, by google.
`,
  );
  expect([code, requests.length]).toEqual([1, 1]);
  const json = fromNdjson((await command.run(['agents', origin, ...agents, '--json'])).stdout);
  expect(json).toMatchObject([
    { access: 'unavailable', allowed: true, profiles: ['rfc9309'], crawlers: ['GPTBot'] },
    {
      access: 'unreachable',
      allowed: false,
      profiles: ['google'],
      crawlers: ['Googlebot', 'Googlebot-News'],
    },
  ]);
  const csv = await command.run(['agents', origin, ...agents, '--csv']);
  expect(csv.stderr.match(/note: /g)).toHaveLength(2);
  const whole = await command.run(['agents', origin]);
  expect(whole.stdout).toMatch(/^Disallowed: .* For Googlebot, .* and \d+ others, by google\.$/m);
  const named = await command.run(['agents', origin, ...agents, '--profile', 'rfc9309']);
  expect([named.code, named.stdout.match(/llowed:/g)?.length]).toEqual([0, 1]);
});

test('the registry says where its facts are from, and which are unverified', async () => {
  const { stdout } = await command.run(['agents', '--set', 'ai']);
  const rows = stdout.split('\n').map((line) => line.trim());
  expect(rows[0]).toMatch(/source$/);
  expect(rows.find((row) => row.startsWith('ClaudeBot '))).toMatch(/ third-party \d{4}-\d\d$/);
  expect(rows.find((row) => row.startsWith('Diffbot '))).toMatch(/ operator \d{4}-\d\d$/);
  expect(rows.find((row) => row.startsWith('TikTokSpider '))).toContain(' unknown ');
});

test('without FILE and URL: the registry', async () => {
  const { stdout, code } = await command.run(['agents', '--set', 'search']);
  expect(stdout.split('\n')).toHaveLength(crawlersOf('search').length + 4);
  const wide = await runInProcess(['agents', '--set', 'search'], {}, 140);
  expect(wide.stdout).toMatch(/^Baiduspider-image +Baidu +search +obeys; else Baiduspider \? /m);
  expect(stdout).toMatch(/^\? no source says so$/m);
  expect(stdout).toMatch(/^Googlebot-News +Google +search +obeys; else Googlebot +third-party 2024-09$/m);
  expect(code).toBe(0);
  const json = await command.run(['agents', '--json']);
  expect(fromNdjson(json.stdout)).toEqual(crawlersOf('all'));
});

test.each<[string[], string]>([
  [['-', '--set', 'AI'], 'unknown set "AI"; did you mean ai? the sets are ai, search, seo, all'],
  [['-', '--json', '--csv'], '--json and --csv exclude each other'],
  [['-', 'x'], 'one FILE or URL is expected, not 2'],
  [['-', '--agent', ''], '--agent "" is not a product token'],
  [['-', '--cache', 'x'], '--cache cannot be used with a file'],
  [['--csv'], '--csv needs a FILE or a URL'],
  [['--agent', 'a'], '--agent needs a FILE or a URL'],
  [['--timeout', '1'], '--timeout cannot be used with no URL'],
  [['nowhere.txt'], 'nowhere.txt: no such file'],
])('refuses %j', async (args, message) => {
  const { code, stdout, stderr } = await command.run(['agents', ...args]);
  expect(stderr).toContain(message);
  expect([code, stdout]).toEqual([2, '']);
});

test('a file with very many names: a note says how many are left out', async () => {
  const input = Array.from({ length: 150 }, (_, i) => `User-agent: b${i}\nDisallow: /${i}\n`).join('');
  const { stdout, stderr } = await command.run(['agents', '-', '--set', 'seo', '--json'], { input });
  // The first of the hundred is "*".
  expect(fromNdjson(stdout)).toHaveLength(100 + crawlersOf('seo').length);
  expect(stderr).toBe('robotstream: note: 51 more names in the file; --agent reports on any of them\n');
});

test('a large file: fewer of the names, because each costs a look at the whole file', async () => {
  const names = Array.from({ length: 99 }, (_, i) => `User-agent: b${i}\n`).join('');
  const input = `#${'x'.repeat(399_000)}\n${names}Disallow: /\n`;
  const { stdout, stderr } = await command.run(['agents', '-', '--set', 'seo', '--json'], { input });
  // The names, and "*".
  const left = 100 - Math.ceil(16_000_000 / (1 + input.length));
  expect(left).toBeGreaterThan(50);
  expect(fromNdjson(stdout)).toHaveLength(100 - left + crawlersOf('seo').length);
  expect(stderr).toBe(`robotstream: note: ${left} more names in the file; --agent reports on any of them\n`);
});

test('a crawler that is named twice, in any letter case, has one line', async () => {
  const args = ['agents', '-', '--agent', 'Bingbot', '--agent', 'bingbot', '--agent', 'MyBot', '--json'];
  const { stdout } = await command.run(args, { input: ROBOTS_TXT });
  expect(
    fromNdjson(stdout)
      .map((row) => (row as { crawler: string }).crawler)
      .sort(),
  ).toEqual(['MyBot', 'bingbot']);
});
