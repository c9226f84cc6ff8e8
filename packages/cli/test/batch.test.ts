/** `robotstream check --batch`, as another program uses it. */
import { describe, expect, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { loadVectors, SHARED_NEED } from '../../../test/support/shared.js';
import { useCommand } from './support/command.js';
import { fromNdjson, toNdjson } from './support/ndjson.js';

const command = useCommand();

const ANSWER_KEYS = ['id', 'url', 'allowed', 'line', 'directive', 'pattern', 'reason'];

async function ask(questions: readonly unknown[] | string | Uint8Array, ...args: string[]) {
  const isRaw = typeof questions === 'string' || questions instanceof Uint8Array;
  const input = isRaw ? questions : toNdjson(questions);
  const { code, stdout, stderr } = await command.run(['check', '--batch', ...args], { input });
  return { code, stderr, stdout, answers: fromNdjson(stdout) };
}

describeWith(SHARED_NEED, "the reference matcher's verdicts", () => {
  test('every verdict and line, in order, from octets in base64', async () => {
    const vectors = loadVectors();
    const questions = vectors.map(({ id, body, agents, url }) => ({
      id,
      bodyBase64: Buffer.from(body).toString('base64'),
      agents,
      url,
    }));
    const { code, stderr, answers } = await ask(questions, '--profile', 'google');
    expect(answers.map(({ id, url, allowed, line }) => ({ id, url, allowed, line }))).toEqual(
      vectors.map(({ id, url, allowed, line }) => ({ id, url, allowed, line })),
    );
    const keysOf = ({ kind, ...answer }: object & { readonly kind?: unknown }) => Object.keys(answer).join();
    expect(answers.filter((answer) => keysOf(answer) !== ANSWER_KEYS.join())).toEqual([]);
    expect(
      answers.filter(
        ({ line, directive, pattern }) => (line === 0) !== (directive === null && pattern === null),
      ),
    ).toEqual([]);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('an answer', () => {
  const body = 'User-agent: a\nDisallow: /x\nAllow: /x/é\n\nUser-agent: b\nDisallow: /b\n';

  test('has these keys in this order, one line for each URL', async () => {
    const { stdout, stderr, code } = await ask([
      { id: 7, body, agents: ['a'], urls: ['/x/y', '/x/%c3%a9', '/z'] },
    ]);
    expect(stdout).toBe(
      [
        '{"id":7,"url":"/x/y","allowed":false,"line":2,"directive":"disallow","pattern":"/x","reason":"disallow-rule"}',
        '{"id":7,"url":"/x/%c3%a9","allowed":true,"line":3,"directive":"allow","pattern":"/x/é","reason":"allow-rule"}',
        '{"id":7,"url":"/z","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-rule"}',
        '',
      ].join('\n'),
    );
    expect([code, stderr]).toEqual([0, '']);
  });

  test('obeys all agents, and the profile', async () => {
    const questions = [
      { id: 1, body, agents: ['a', 'b'], urls: ['/x', '/b'] },
      { id: 2, body, agents: ['c'], url: '/b' },
      { id: 3, body: 'User-agent: *\nDisallow: /~x', agents: ['c'], url: '/%7ex' },
    ];
    const allowed = async (...args: string[]) =>
      (await ask(questions, ...args)).answers.map((answer) => answer.allowed);
    expect(await allowed()).toEqual([false, false, true, false]);
    expect(await allowed('--profile', 'google')).toEqual([false, false, true, true]);
  });

  test('has the line of a deciding rule without a pattern under google', async () => {
    const questions = [{ id: 1, body: 'User-agent: *\nDisallow:\n', agents: ['a'], url: '/' }];
    const { answers } = await ask(questions, '--profile', 'google');
    expect(answers).toEqual([
      { id: 1, url: '/', allowed: true, line: 2, directive: 'disallow', pattern: '', reason: 'empty-rule' },
    ]);
  });

  test('reads a long body up to the parsing limit', async () => {
    const long = `User-agent: *\n${'#'.repeat(512_000)}\nDisallow: /\n`;
    const questions = [{ id: 1, body: long, agents: ['a'], url: '/' }];
    expect((await ask(questions)).answers).toMatchObject([{ allowed: true }]);
    expect((await ask(questions, '--max-octets', '600000')).answers).toMatchObject([
      { allowed: false, line: 3 },
    ]);
  });

  test('takes the agents of each question, also for the same body', async () => {
    const one = 'User-agent: *\nDisallow: /1';
    const two = 'User-agent: *\nDisallow: /2';
    const base64 = Buffer.from(two).toString('base64');
    const { answers } = await ask([
      { id: 1, body: one, agents: ['a'], url: '/1' },
      { id: 2, body: two, agents: ['a'], url: '/1' },
      { id: 3, body, agents: ['a'], url: '/b' },
      { id: 4, body, agents: ['b'], url: '/b' },
      { id: 5, body, agents: ['b', 'a'], url: '/x' },
      { id: 6, body: base64, agents: ['a'], url: '/2' },
      { id: 7, bodyBase64: base64, agents: ['a'], url: '/2' },
    ]);
    expect(answers.map(({ allowed }) => allowed)).toEqual([false, true, true, false, false, true, false]);
  });

  test('keeps any kind of text intact', async () => {
    const lone =
      '{"id":"\\ud800","body":"User-agent: *\\nDisallow: /\\ud800","agents":["a"],"urls":["/%EF%BF%BD","/%ED%A0%80"]}\n';
    const { answers } = await ask(lone);
    expect(answers).toMatchObject([{ id: '\ud800', allowed: false, pattern: '/\ufffd' }, { allowed: true }]);
    const mark = await ask([{ id: 1, body: '\ufeffUser-agent: *\nDisallow: /', agents: ['a'], url: '/' }]);
    expect(mark.answers).toMatchObject([{ allowed: false, line: 2 }]);
  });
});

test('a body that is no robots.txt is named in each answer about it', async () => {
  const { stdout } = await ask([
    { id: 1, body: '<!doctype html><p>Please log in.', agents: ['a'], urls: ['/x', '/y'] },
    { id: 2, body: 'User-agent: a\nDisallow: /x\n', agents: ['a'], url: '/x' },
  ]);
  expect(fromNdjson(stdout).map(({ kind }) => kind)).toEqual(['html', 'html', undefined]);
  expect(stdout.split('\n')[0]).toBe(
    '{"id":1,"url":"/x","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-group","kind":"html"}',
  );
});

describe('each', () => {
  const body = 'User-agent: a\nDisallow: /x\n\nUser-agent: b\nDisallow: /y\n';

  test('is one line for each crawler and URL, in their order, with an agent member after the id', async () => {
    const { stdout, code } = await ask([{ id: 7, body, each: ['a', 'b', 'c'], urls: ['/x', '/y'] }]);
    expect(stdout).toBe(
      [
        '{"id":7,"agent":"a","url":"/x","allowed":false,"line":2,"directive":"disallow","pattern":"/x","reason":"disallow-rule"}',
        '{"id":7,"agent":"a","url":"/y","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-rule"}',
        '{"id":7,"agent":"b","url":"/x","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-rule"}',
        '{"id":7,"agent":"b","url":"/y","allowed":false,"line":5,"directive":"disallow","pattern":"/y","reason":"disallow-rule"}',
        '{"id":7,"agent":"c","url":"/x","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-group"}',
        '{"id":7,"agent":"c","url":"/y","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-group"}',
        '',
      ].join('\n'),
    );
    expect(code).toBe(0);
  });

  test('comes after agents, whose lines have no agent member', async () => {
    const { answers } = await ask([{ id: 1, body, agents: ['a', 'b'], each: ['b', 'b'], urls: ['/x'] }]);
    expect(answers.map(({ agent, allowed }) => [agent, allowed])).toEqual([
      [undefined, false],
      ['b', true],
      ['b', true],
    ]);
  });

  test('answers as a line for each crawler does', async () => {
    const agents = ['Googlebot', 'a', 'B/2.1', '*', 'é'];
    const urls = ['/x', '/y', '/robots.txt', 'no sense'];
    const together = await ask([{ id: 1, body, each: agents, urls }]);
    const apart = await ask(agents.map((agent) => ({ id: 1, body, agents: [agent], urls })));
    expect(together.answers.map(({ agent: _, ...answer }) => answer)).toEqual(apart.answers);
    expect(together.code).toBe(apart.code);
  });

  test('names a crawler as it was given', async () => {
    const { answers } = await ask([{ id: 1, body, each: ['A/1.0 ', '"\u2028'], url: '/x' }]);
    expect(answers[0]).toMatchObject({ agent: 'A/1.0 ', allowed: false });
    expect(answers[1].agent).toBe('"\u2028');
  });

  test('refuses a host without its scheme', async () => {
    const { answers } = await ask([{ id: 1, body, each: ['a'], url: '//b.example/x' }]);
    expect(answers.map(({ error }) => error.code)).toEqual(['invalid-url']);
  });

  test('names the crawler in its error lines, and goes on with the others', async () => {
    const { code, answers } = await ask([
      { id: 1, body, each: ['', 'a', 'Mozilla/5.0 (b/1.0)', 'b'], urls: ['no sense', '/x'] },
    ]);
    expect(answers.map(({ agent, allowed, error }) => [agent, allowed ?? error.code])).toEqual([
      ['', 'invalid-agent'],
      ['a', 'invalid-url'],
      ['a', false],
      ['Mozilla/5.0 (b/1.0)', 'invalid-agent'],
      ['b', 'invalid-url'],
      ['b', true],
    ]);
    expect(Object.keys(answers[0])).toEqual(['id', 'agent', 'error']);
    expect(answers[3].error.message).toMatch(/^each\[2\] is "Mozilla\/5\.0 /);
    expect(code).toBe(2);
  });
});

describe('a status', () => {
  const body = 'User-agent: *\nDisallow: /x\n';
  const urls = ['/x', '/y', '/robots.txt'];

  async function judged(question: object, profile = 'rfc9309') {
    const { answers } = await ask([{ id: 1, agents: ['a'], urls, ...question }], '--profile', profile);
    return answers.map(({ allowed, reason }) => `${allowed} ${reason}`);
  }

  test.each([
    [undefined, 'rfc9309', ['false disallow-rule', 'true no-matching-rule', 'true robots-txt']],
    [null, 'rfc9309', ['false disallow-rule', 'true no-matching-rule', 'true robots-txt']],
    [200, 'rfc9309', ['false disallow-rule', 'true no-matching-rule', 'true robots-txt']],
    [299, 'google', ['false disallow-rule', 'true no-matching-rule', 'true no-matching-rule']],
    [404, 'rfc9309', ['true unavailable', 'true unavailable', 'true unavailable']],
    [429, 'rfc9309', ['true unavailable', 'true unavailable', 'true unavailable']],
    [429, 'google', ['false unreachable', 'false unreachable', 'false unreachable']],
    [403, 'google', ['true unavailable', 'true unavailable', 'true unavailable']],
    [403, 'koster-1996', ['false restricted', 'false restricted', 'false restricted']],
    [503, 'rfc9309', ['false unreachable', 'false unreachable', 'true robots-txt']],
    [500, 'koster-1996', ['false deferred', 'false deferred', 'false deferred']],
    [599, 'draft-koster-rep-00', ['false unreachable', 'false unreachable', 'true robots-txt']],
  ])('%s under %s', async (status, profile, expected) => {
    expect(await judged({ body, status }, profile)).toEqual(expected);
    if ((status ?? 200) >= 400) expect(await judged({ status }, profile)).toEqual(expected);
  });

  test('of an error does not affect the next question', async () => {
    const { answers } = await ask([
      { id: 1, body, agents: ['a'], url: '/x' },
      { id: 2, body, agents: ['a'], url: '/x', status: 404 },
      { id: 3, body, agents: ['a'], url: '/x' },
      { id: 4, agents: ['a'], url: '/y', status: 503 },
      { id: 5, body, agents: ['a'], url: '/y' },
    ]);
    expect(answers.map(({ allowed }) => allowed)).toEqual([false, true, false, false, true]);
  });

  test('does not keep agents and URLs from being checked', async () => {
    const { answers } = await ask([{ id: 1, status: 404, each: ['', 'a'], urls: ['no sense', '/'] }]);
    expect(answers.map(({ agent, error, reason }) => [agent, error?.code ?? reason])).toEqual([
      ['', 'invalid-agent'],
      ['a', 'invalid-url'],
      ['a', 'unavailable'],
    ]);
  });
});

describe('crawlers of the registry', () => {
  /** `google` takes `User-agents` for `User-agent`; `rfc9309` does not. */
  const body = 'User-agents: Googlebot\nDisallow: /x\n';
  const crawlers = ['Googlebot-News', 'GPTBot'];

  test('are judged by their own tokens, fallbacks and profiles, and their lines name the profile', async () => {
    const { code, stdout } = await ask([{ id: 1, body, each: ['Googlebot'], crawlers, url: '/x' }]);
    expect(
      stdout,
    ).toBe(`{"id":1,"agent":"Googlebot","url":"/x","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-group"}
{"id":1,"agent":"Googlebot-News","profile":"google","url":"/x","allowed":false,"line":2,"directive":"disallow","pattern":"/x","reason":"disallow-rule"}
{"id":1,"agent":"GPTBot","profile":"rfc9309","url":"/x","allowed":true,"line":0,"directive":null,"pattern":null,"reason":"no-matching-group"}
`);
    expect(code).toBe(0);
  });

  test('are judged by --profile if it is given', async () => {
    const { answers } = await ask([{ id: 1, body, crawlers, url: '/x' }], '--profile', 'rfc9309');
    expect(answers.map(({ profile, allowed }) => [profile, allowed])).toEqual([
      ['rfc9309', true],
      ['rfc9309', true],
    ]);
  });

  test('read a status as each of them does', async () => {
    const all = [...crawlers, 'AdsBot-Google'];
    const { answers } = await ask([{ id: 1, status: 429, crawlers: all, url: '/x' }]);
    expect(answers.map(({ allowed, reason }) => [allowed, reason])).toEqual([
      [false, 'unreachable'],
      [true, 'unavailable'],
      [false, 'unreachable'],
    ]);
  });

  test('that are unknown get an error line each', async () => {
    const { code, answers } = await ask([
      { id: 1, body, crawlers: ['Gogglebot', 'GPTBot'], urls: ['/x', '/y'] },
    ]);
    expect(answers).toMatchObject([
      { agent: 'Gogglebot', error: { code: 'invalid-agent' } },
      { agent: 'GPTBot', url: '/x' },
      { agent: 'GPTBot', url: '/y' },
    ]);
    expect(answers[0]?.error?.message).toMatch(/^crawlers\[0\] is "Gogglebot", .* did you mean Googlebot\?$/);
    expect(code).toBe(2);
    const wrong = await ask([{ id: 1, body, crawlers: [], url: '/x' }]);
    expect(wrong.answers).toMatchObject([
      { error: { message: 'crawlers is not a list of one or more strings' } },
    ]);
  });
});

describe('an id', () => {
  test.each([
    '"text é \\u0000"',
    '0',
    '-1.5e300',
    '9007199254740993',
    '12345678901234567890123',
    '0.1234567890123456789',
    'true',
    'false',
    'null',
    '[1, [2, 9007199254740993], "]}\\""]',
    '{"a": {"id": 1.50}, "b\\\\": []}',
  ])('of any JSON comes back as it was: %s', async (id) => {
    const { stdout } = await ask(`{"body":"", "agents" : ["a"],"url":"/", "id" : ${id} , "x":[{"id":2}]}\n`);
    expect(stdout).toMatch(/^\{"id":.*,"url":"\/","allowed":true,/);
    expect(stdout.slice('{"id":'.length, stdout.indexOf(',"url"'))).toBe(id);
  });

  test.each(['1.0', '-0', '1e2', '100000.00000000000000001', '1'])(
    'that is a number at the start comes back as it was: %s',
    async (id) => {
      const { stdout } = await ask(`{"id":${id},"body":"","agents":["a"],"url":"/"}\n`);
      expect(stdout.slice(0, stdout.indexOf(',"url"'))).toBe(`{"id":${id}`);
    },
  );

  test('that is absent is null', async () => {
    const { answers } = await ask([{ body: '', agents: ['a'], url: '/' }]);
    expect(answers).toMatchObject([{ id: null, allowed: true }]);
  });

  test('that is given twice is the last one, as in JSON.parse', async () => {
    const { stdout } = await ask('{"id":1e0,"id":2.5,"body":"","agents":["a"],"url":"/"}\n');
    expect(stdout).toMatch(/^\{"id":2\.5,/);
  });
});

describe('what cannot be answered gets an error line, and the rest continues', () => {
  const good = { id: 'good', body: '', agents: ['a'], url: '/' };
  const base = { id: 'bad', body: '', agents: ['a'], url: '/' };

  test.each<[string, string, string | object, unknown]>([
    ['invalid-json', 'no JSON', '{"id":1', null],
    ['invalid-json', 'two values', '{} {}', null],
    ['invalid-input', 'a list', '[]', null],
    ['invalid-input', 'null', 'null', null],
    ['invalid-input', 'a number', '7', null],
    ['invalid-input', 'nothing inside', '{}', null],
    ['invalid-input', 'no body', { ...base, body: undefined }, 'bad'],
    ['invalid-input', 'two bodies', { ...base, bodyBase64: '' }, 'bad'],
    ['invalid-input', 'a body that is no text', { ...base, body: 1 }, 'bad'],
    ['invalid-input', 'not base64', { ...base, body: null, bodyBase64: 'a*==' }, 'bad'],
    ['invalid-input', 'base64 that ends early', { ...base, body: null, bodyBase64: 'YWI' }, 'bad'],
    ['invalid-input', 'base64 with white space', { ...base, body: null, bodyBase64: 'YWJj\nYWI' }, 'bad'],
    ['invalid-input', 'base64 of another alphabet', { ...base, body: null, bodyBase64: 'YW_-' }, 'bad'],
    ['invalid-input', 'base64 that is no text', { ...base, body: null, bodyBase64: [] }, 'bad'],
    ['invalid-input', 'no agents', { ...base, agents: undefined }, 'bad'],
    ['invalid-input', 'an each that is no list', { ...base, each: 'a' }, 'bad'],
    ['invalid-input', 'an empty each', { ...base, agents: null, each: [] }, 'bad'],
    ['invalid-input', 'an each with a number', { ...base, agents: null, each: ['a', 1] }, 'bad'],
    ['invalid-input', 'a status that is text', { ...base, status: '404' }, 'bad'],
    ['invalid-input', 'a status that is no whole number', { ...base, status: 404.5 }, 'bad'],
    ['invalid-input', 'a status below all', { ...base, status: 199 }, 'bad'],
    ['invalid-input', 'a redirect as status', { ...base, status: 301 }, 'bad'],
    ['invalid-input', 'a status above all', { ...base, status: 600 }, 'bad'],
    ['invalid-input', 'no body and a status of success', { ...base, body: null, status: 200 }, 'bad'],
    ['invalid-input', 'two bodies and a status', { ...base, bodyBase64: '', status: 404 }, 'bad'],
    [
      'invalid-input',
      'not base64 and a status',
      { ...base, body: null, bodyBase64: '*', status: 404 },
      'bad',
    ],
    ['invalid-input', 'one agent that is no list', { ...base, agents: 'a' }, 'bad'],
    ['invalid-input', 'an empty list of agents', { ...base, agents: [] }, 'bad'],
    ['invalid-input', 'an agent that is no text', { ...base, agents: ['a', 1] }, 'bad'],
    ['invalid-agent', 'an empty agent', { ...base, agents: ['a', ''] }, 'bad'],
    ['invalid-agent', 'an agent without a name', { ...base, agents: ['/1.0'] }, 'bad'],
    ['invalid-agent', 'a User-Agent header', { ...base, agents: ['Mozilla/5.0 (FooBot/1.0)'] }, 'bad'],
    ['invalid-input', 'no URL', { ...base, url: undefined }, 'bad'],
    ['invalid-input', 'url and urls', { ...base, urls: [] }, 'bad'],
    ['invalid-input', 'urls that are no list', { ...base, url: null, urls: '/' }, 'bad'],
    ['invalid-url', 'a relative URL', { ...base, url: 'x/y' }, 'bad'],
    ['invalid-url', 'an empty URL', { ...base, url: '' }, 'bad'],
    ['invalid-url', 'a URL of another scheme', { ...base, url: 'mailto:a@b.c' }, 'bad'],
    ['invalid-url', 'a URL that is no text', { ...base, url: 5 }, 'bad'],
    ['invalid-input', 'an id that is large', '{"id":9007199254740993}', 9007199254740993n],
  ])('%s: %s', async (code, _, line, id) => {
    const text = typeof line === 'string' ? line : JSON.stringify(line);
    const run = await ask(`${JSON.stringify(good)}\n${text}\n${JSON.stringify(good)}\n`);
    const [before, failure, after, ...more] = run.stdout.trimEnd().split('\n');
    expect(failure).toMatch(/^\{"id":/);
    const { error, ...rest } = JSON.parse(failure ?? '');
    expect(
      failure?.startsWith(
        `{"id":${typeof id === 'bigint' ? id : JSON.stringify(id)},"error":{"code":"${code}","message":"`,
      ),
    ).toBe(true);
    expect(Object.keys(rest)).toEqual(['id']);
    expect(Object.keys(error)).toEqual(['code', 'message']);
    expect(error.message).toMatch(/\S/);
    for (const answer of [before, after])
      expect(JSON.parse(answer ?? '')).toMatchObject({ id: 'good', allowed: true });
    expect(more).toEqual([]);
    expect([run.code, run.stderr]).toEqual([2, '']);
  });

  test('a URL among others, named in the message', async () => {
    const urls = ['/1', 'no sense', '/2', null, { a: 1 }, '/3'];
    const { code, answers } = await ask([{ id: 1, body: '', agents: ['a'], urls }]);
    expect(answers.map(({ url, error }) => url ?? error.code)).toEqual([
      '/1',
      'invalid-url',
      '/2',
      'invalid-url',
      'invalid-url',
      '/3',
    ]);
    expect(answers[1].error.message).toContain('"no sense"');
    expect(code).toBe(2);
  });

  test('under google any text is a URL', async () => {
    const { code, answers } = await ask(
      [{ id: 1, body: '', agents: ['a'], urls: ['', 'no sense'] }],
      '--profile',
      'google',
    );
    expect(answers).toMatchObject([
      { url: '', allowed: true },
      { url: 'no sense', allowed: true },
    ]);
    expect(code).toBe(0);
  });

  test('a line without an id is named by its number', async () => {
    const { answers } = await ask('\n\nnonsense\n[]\n');
    expect(answers.map(({ error }) => error.message)).toEqual([
      expect.stringMatching(/^input line 3: /),
      expect.stringMatching(/^input line 4: /),
    ]);
  });
});

describe('the input', () => {
  const line = JSON.stringify({ id: 1, body: '', agents: ['a'], url: '/' });

  test.each([
    ['nothing', '', 0],
    ['only blank lines', '\n \n\r\n\t\n', 0],
    ['blank lines between', `\n${line}\n\n  \n${line}\n\n`, 2],
    ['CRLF', `${line}\r\n${line}\r\n`, 2],
    ['a last line without a line break', `${line}\n${line}`, 2],
    ['a byte order mark', `\ufeff${line}\n`, 1],
    ['only a byte order mark', '\ufeff', 0],
    ['no URLs', JSON.stringify({ id: 1, body: '', agents: ['a'], urls: [] }), 0],
  ])('may have %s', async (_, input, count) => {
    const { code, answers, stderr } = await ask(input);
    expect(answers).toHaveLength(count);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('may have octets that are not UTF-8', async () => {
    const { answers } = await ask(
      Buffer.from('{"id":"\xff","body":"","agents":["a"],"url":"/"}\n', 'latin1'),
    );
    expect(answers).toMatchObject([{ id: '\ufffd', allowed: true }]);
  });

  test('may have lines as long as --max-line-octets says', async () => {
    const args = ['check', '--batch', '--max-line-octets', String(line.length)];
    const { stdout } = await command.run(args, { input: `${line}\n${line} \n` });
    expect(fromNdjson(stdout)).toMatchObject([{ allowed: true }, { error: { code: 'line-too-long' } }]);
  });
});
