/** Scripts of servers: what is played, and programs that do something else. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { styleFor } from '../../command-line/src/terminal.js';
import type { Timers } from '../src/program/timers.js';
import { prepareServers } from '../src/servers/play.js';
import { serverCaseOf } from '../src/servers/script.js';
import { program } from './support/programs.js';
import { writeSuite } from './support/suites.js';

const ROBOTS = 'http://example.com/robots.txt';
const FILE = { url: ROBOTS, answer: { status: 200, body: 'User-agent: *\nDisallow: /a\n' } };

const COMMON = {
  section: 'RFC 9309 §2.4',
  requirement: 'r',
  profile: 'rfc9309',
  class: 'required',
  why: 'It is cached.',
  agents: ['FooBot'],
};

const STEP = { at: 0, url: 'http://example.com/a', requests: [FILE], allowed: false, line: 2 };

/** The answer to the second request is a 304 to a conditional one. */
const CONDITIONAL = {
  url: ROBOTS,
  headers: { 'if-none-match': '"a"' },
  answer: { status: 304, headers: { etag: '"a"' } },
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'robotstream-conform-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Plays scripts to a program. */
async function played(
  script: string,
  cases: readonly object[],
  { withLines = false, maxRestarts = 100, timers = impatient() as Timers } = {},
) {
  const all = cases.map((one, index) => ({ ...COMMON, id: `server-${index + 1}`, ...one }));
  writeSuite(folder, { 's/a': all }, 'servers');
  const suite = await prepareServers(folder, { profile: 'rfc9309', classes: null, sections: [], ids: [] });
  const complaints: string[] = [];
  const { sections, restarts } = await suite.run(withLines, {
    command: program(FETCH + script),
    maxRestarts,
    limitMs: 1_000_000,
    timers,
    signal: new AbortController().signal,
    onComplaint: (complaint) => complaints.push(complaint),
  });
  const [{ outcomes }] = sections;
  return {
    passed: outcomes.map(({ isPassed }) => isPassed),
    got: outcomes.map(({ got }) => got),
    sides: outcomes.map(({ sides }) => sides),
    restarts,
    complaints,
  };
}

/** Timers that end the wait for requests that follow an answer at once, and nothing else. */
function impatient() {
  const clock = new ManualClock();
  return {
    setTimeout(callback: () => void, ms: number): unknown {
      if (ms < 1_000_000) setImmediate(callback);
      return clock.setTimeout(callback, ms);
    },
    clearTimeout: (timer: unknown) => clock.clearTimeout(timer),
  };
}

/** For programs: sends a request through the proxy, and calls back with its status, or 0 if there is none. */
const FETCH = `
const http = require('node:http');
const get = (question, url, done, headers = {}) => {
  const { hostname, port } = new URL(question.proxy);
  http.get({ hostname, port, path: url, headers }, (response) => {
    response.resume().once('close', () => done(response.complete ? response.statusCode : 0));
  }).once('error', () => done(0));
};
const onQuestion = (answer) => lines.on('line', (line) => {
  const question = JSON.parse(line);
  if (!question.waiting) answer(question);
});
`;

const GETS_ONE = `onQuestion((question) => get(question, '${ROBOTS}', () => say(question.id, false, { line: 2 })));`;

describe('a program that does as the script says', () => {
  test('passes', async () => {
    expect(await played(GETS_ONE, [{ steps: [STEP] }])).toMatchObject({
      passed: [true],
      restarts: 0,
      complaints: [],
    });
    expect((await played(GETS_ONE, [{ steps: [STEP] }], { withLines: true })).passed).toEqual([true]);
  });

  test('gets the crawler, the time and how the servers are reached', async () => {
    const { got } = await played(
      `onQuestion(({ id, ...question }) => console.log(JSON.stringify({ id, error: JSON.stringify({
        ...question,
        proxy: question.proxy === process.env.HTTPS_PROXY,
        ca: require('node:fs').readFileSync(question.ca, 'utf8').split('\\n')[0],
      }) })));`,
      [{ steps: [{ ...STEP, at: 86_400 }] }],
    );
    expect(got[0]).toMatch(/^an error: .*; it did not request http:\/\/example.com\/robots.txt$/);
    expect(JSON.parse(got[0].slice('an error: '.length, got[0].indexOf('; it')))).toEqual({
      crawler: 1,
      case: 'server-1',
      agents: ['FooBot'],
      url: 'http://example.com/a',
      now: Date.UTC(2026, 0, 2) / 1000,
      proxy: true,
      ca: '-----BEGIN CERTIFICATE-----',
    });
  });

  test('sees each failure', async () => {
    const failures = ['dns', 'refused', 'reset', 'tls', 'invalid'];
    const statuses = await played(
      `onQuestion((question) => get(question, '${ROBOTS}', (status) => {
        console.log(JSON.stringify({ id: question.id, error: String(status) }));
      }));`,
      [
        ...failures.map((failure) => ({
          steps: [{ ...STEP, requests: [{ ...FILE, answer: { failure } }] }],
        })),
        { steps: [{ ...STEP, requests: [{ ...FILE, answer: { ...FILE.answer, failure: 'cut' } }] }] },
        { steps: [STEP] },
      ],
    );
    expect(statuses.got).toEqual([...failures.map(() => 'an error: 0'), 'an error: 0', 'an error: 200']);
  });

  test('is told when a request waits in vain', async () => {
    const timeout = { ...FILE, answer: { failure: 'timeout' } };
    const { passed } = await played(
      `let open;
      lines.on('line', (line) => {
        const question = JSON.parse(line);
        if (question.waiting) say(question.id, false);
        else get(question, '${ROBOTS}', () => {});
      });
      lines.on('close', () => process.exit());`,
      [{ steps: [{ ...STEP, requests: [timeout] }] }],
    );
    expect(passed).toEqual([true]);
  });

  test('may repeat a request that failed, and make requests after its answer', async () => {
    const { passed } = await played(
      `onQuestion((question) => {
        say(question.id, false);
        get(question, '${ROBOTS}', () => get(question, '${ROBOTS}', () => {}));
      });`,
      [{ steps: [{ ...STEP, requests: [{ ...FILE, answer: { failure: 'reset' } }] }] }],
      { timers: new ManualClock() },
    );
    expect(passed).toEqual([true]);
  });
});

describe('a dispute', () => {
  const side = (source: string, step: object) => ({ source, says: 'It is so.', steps: [step] });
  const dispute = {
    class: 'disputed',
    answers: [side('the first', { ...STEP, allowed: true }), side('the second', STEP)],
  };

  test('is played as each side has it, and passed with any', async () => {
    expect(await played(GETS_ONE, [dispute])).toMatchObject({ passed: [true], sides: [['the second']] });
  });

  test('fails if no side is taken', async () => {
    const { passed, got } = await played(`onQuestion(({ id }) => say(id, true));`, [dispute]);
    const silent = `allowed; it did not request ${ROBOTS}`;
    expect([passed, got]).toEqual([[false], [`${silent}; and ${silent}`]]);
  });
});

describe('a program that does something else', () => {
  test('with its verdict or line', async () => {
    const allows = GETS_ONE.replace('false, { line: 2 }', 'true');
    expect((await played(allows, [{ steps: [STEP] }])).got).toEqual(['allowed']);
    const { got } = await played(GETS_ONE, [{ steps: [{ ...STEP, line: 3 }] }], { withLines: true });
    expect(got).toEqual(['disallowed, by line 2']);
  });

  test('with its requests: none, another, one too many', async () => {
    const none = await played(`onQuestion(({ id }) => say(id, false));`, [{ steps: [STEP] }]);
    expect(none.got).toEqual([`disallowed; it did not request ${ROBOTS}`]);
    const other = await played(GETS_ONE.replace('robots.txt', 'robot.txt'), [{ steps: [STEP] }]);
    expect(other.got).toEqual([
      `disallowed, by line 2; it requested http://example.com/robot.txt; ${ROBOTS} is expected; it did not request ${ROBOTS}`,
    ]);
    const cached = { ...STEP, at: 1, requests: [] };
    const { got } = await played(GETS_ONE, [{ steps: [STEP, cached] }]);
    expect(got).toEqual([
      `step 2, after 1 s: disallowed, by line 2; it requested ${ROBOTS}; no further request is expected`,
    ]);
  });

  test('with the headers of a request', async () => {
    const later = { ...STEP, at: 90_000, requests: [CONDITIONAL] };
    const { got } = await played(GETS_ONE, [{ steps: [STEP, later] }]);
    expect(got).toEqual([
      `step 2, after 90000 s: disallowed, by line 2; its request of ${ROBOTS} has no if-none-match; "\\"a\\"" is expected`,
    ]);
  });

  test('by a crash: it is started again for the next case, as often as it may', async () => {
    const crashes = `onQuestion((question) => get(question, '${ROBOTS}', () => {
      if (question.crawler > 1) process.exit(3);
      say(question.id, false);
    }));`;
    const cases = Array.from({ length: 4 }, () => ({ steps: [STEP] }));
    const { passed, got, restarts } = await played(crashes, cases, { maxRestarts: 1 });
    expect(passed).toEqual([true, false, false, false]);
    expect(got.slice(1)).toEqual([
      'no answer: it ended with exit code 3',
      'no answer: it ended with exit code 3',
      'not asked: the program was started too often (--restarts)',
    ]);
    expect(restarts).toBe(1);
  });

  test('by no answer at all is a mistake in the command line', async () => {
    const cases = Array.from({ length: 4 }, () => ({ steps: [STEP] }));
    await expect(played('process.exit(1);', cases)).rejects.toThrow(
      / answers no question: it ended with exit code 1/,
    );
  });
});

test('a script as people see it', async () => {
  const steps = [STEP, { ...STEP, at: 90_000, requests: [CONDITIONAL] }];
  const one = { ...COMMON, id: 'server-1', steps };
  writeSuite(folder, { 's/a': [one] }, 'servers');
  const suite = await prepareServers(folder, { profile: 'rfc9309', classes: null, sections: [], ids: [] });
  const style = styleFor({ stdout: process.stdout, env: { NO_COLOR: '1' } });
  expect([...suite.shown(serverCaseOf(one, 's/a.json'), style)].join('\n')).toBe(
    `  agent     FooBot
       0 s  http://example.com/a: disallowed, by line 2
            GET http://example.com/robots.txt → 200, "User-agent: *\\nDisallow: /a\\n"
   90000 s  http://example.com/a: disallowed, by line 2
            GET http://example.com/robots.txt → 304, etag: "a"`,
  );
});
