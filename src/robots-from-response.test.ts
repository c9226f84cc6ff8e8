import { describe, expect, test } from 'vitest';
import { PARSING_LIMIT_OCTETS } from './limits.js';
import { parse } from './parse.js';
import type { ProfileName } from './profiles.js';
import { robotsFromResponse } from './response.js';
import { lineEvents } from './stream/source.js';

const FILE = 'User-agent: *\nDisallow: /private\n';

test.each<[number, ProfileName, boolean, boolean]>([
  [200, 'rfc9309', true, false],
  [404, 'rfc9309', true, true],
  [403, 'rfc9309', true, true],
  [403, 'koster-1996', false, false],
  [503, 'rfc9309', false, false],
  [503, 'koster-1996', false, false],
  [429, 'rfc9309', true, true],
  [429, 'google', false, false],
])('a %i under %s allows / and /private: %s, %s', async (status, profile, home, isPrivateAllowed) => {
  const { document } = await robotsFromResponse(new Response(FILE, { status }), { profile });
  const matcher = document.matcher({ agents: 'FooBot', profile });
  expect([matcher.isAllowed('/'), matcher.isAllowed('/private')]).toEqual([home, isPrivateAllowed]);
});

test.each<[number, ProfileName, string, string]>([
  [404, 'rfc9309', 'unavailable', 'Allowed: there is no robots.txt, by its status 404 (RFC 9309 §2.3.1.3).'],
  [429, 'rfc9309', 'unavailable', 'Allowed: there is no robots.txt, by its status 429 (RFC 9309 §2.3.1.3).'],
  [
    429,
    'google',
    'unreachable',
    "Disallowed: the robots.txt is unreachable, by its status 429, so nothing is allowed (Google's robots.txt specification).",
  ],
  [
    503,
    'rfc9309',
    'unreachable',
    'Disallowed: the robots.txt is unreachable, by its status 503, so nothing is allowed (RFC 9309 §2.3.1.4).',
  ],
  [
    301,
    'draft-koster-rep-00',
    'unreachable',
    'Disallowed: the robots.txt is unreachable, by its status 301, so nothing is allowed (RFC 9309 §2.3.1.4).',
  ],
  [
    503,
    'koster-1996',
    'deferred',
    'Disallowed: the robots.txt is unreachable, by its status 503, so visits are deferred (Koster 1996 §3.1).',
  ],
  [
    403,
    'koster-1996',
    'restricted',
    'Disallowed: the server refuses to send its robots.txt, by its status 403, which forbids the whole site (Koster 1996 §3.1).',
  ],
])('the verdicts of a %i under %s have no rule: %s', async (status, profile, reason, explanation) => {
  const { document } = await robotsFromResponse(new Response(FILE, { status }), { profile });
  for (const matcher of [
    document.matcher({ agents: 'FooBot', profile }),
    ...document.matchers(['FooBot', 'BarBot'], { profile }),
  ]) {
    const nothing = { rule: null, group: null, groupCount: 0, selectedBy: 'nothing', agent: null };
    const allowed = explanation.startsWith('Allowed');
    const verdict = matcher.check('/private');
    expect(verdict.toJSON()).toEqual({ allowed, reason, ...nothing, profile, explanation });
    expect([verdict.rule, verdict.group, matcher.isAllowed('/private')]).toEqual([null, null, allowed]);
    const { agentLines, groups, rules, decidedBy } = matcher.explain('/private');
    expect([agentLines, groups, rules, decidedBy]).toEqual([[], [], [], []]);
  }
});

test('/robots.txt itself is allowed after a 503, by no status', async () => {
  const { document } = await robotsFromResponse(new Response(null, { status: 503 }));
  expect(document.matcher({ agents: 'FooBot' }).check('/robots.txt')).toMatchObject({
    allowed: true,
    reason: 'robots-txt',
    group: null,
    explanation: 'Allowed: /robots.txt itself is always allowed.',
  });
});

test('says what the status means', async () => {
  const of = async (status: number, profile?: ProfileName) => {
    const { outcome, meaning } = await robotsFromResponse(new Response(null, { status }), { profile });
    return [outcome, meaning];
  };
  expect(await of(204)).toEqual(['success', 'rules']);
  expect(await of(301)).toEqual(['unreachable', 'disallow-all']);
  expect(await of(404)).toEqual(['unavailable', 'allow-all']);
  expect(await of(500)).toEqual(['unreachable', 'disallow-all']);
  expect(await of(500, 'koster-1996')).toEqual(['unreachable', 'defer']);
});

/** A body without end, and whether it is cancelled. */
function endlessBody(): { body: ReadableStream<Uint8Array>; isCancelled: () => boolean } {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(FILE.repeat(500))),
    cancel: () => {
      isCancelled = true;
    },
  });
  return { body, isCancelled: () => isCancelled };
}

test.each([200, 404, 503])('cancels the endless body of a %i', async (status) => {
  const { body, isCancelled } = endlessBody();
  const { document } = await robotsFromResponse(new Response(body, { status }));
  expect(document.truncated).toBe(status === 200);
  expect(isCancelled()).toBe(true);
});

test.each([200, 404, 503])(
  'a signal that has aborted, and a %i: rejects and cancels the body',
  async (status) => {
    const { body, isCancelled } = endlessBody();
    const reason = new Error('enough');
    const robots = robotsFromResponse(new Response(body, { status }), { signal: AbortSignal.abort(reason) });
    await expect(robots).rejects.toBe(reason);
    expect(isCancelled()).toBe(true);
  },
);

test.each([200, 404])('refuses a body that is not a ReadableStream, with a %i', async (status) => {
  for (const [body, shown] of [
    [undefined, 'undefined'],
    ['text', '"text"'],
    [{ pipe: () => {} }, 'an instance of Object'],
  ]) {
    await expect(robotsFromResponse({ status, body } as never)).rejects.toEqual(
      new TypeError(`response.body is ${shown}; a ReadableStream or null is expected`),
    );
  }
});

test('a body that fails to be cancelled does no harm', async () => {
  const body = new ReadableStream({ cancel: () => Promise.reject(new Error('no')) });
  expect((await robotsFromResponse(new Response(body, { status: 404 }))).meaning).toBe('allow-all');
});

test('passes on the error of the body, and the reason of the signal', async () => {
  const body = new ReadableStream({ pull: () => Promise.reject(new Error('reset')) });
  await expect(robotsFromResponse(new Response(body))).rejects.toThrow('reset');
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(robotsFromResponse(new Response(FILE), { signal })).rejects.toThrow('enough');
});

describe('refuses', () => {
  test.each<[string, unknown, string]>([
    ['a body instead of the response', new Response(FILE).body, 'response is an instance of ReadableStream'],
    ['text', FILE, 'response is "User-agent'],
    ['nothing', null, 'response is null'],
    ['a network error, which has no status', Response.error(), 'status is 0'],
  ])('%s', async (_, response, message) => {
    await expect(robotsFromResponse(response as Response)).rejects.toThrow(message);
  });

  test('an option that it does not know, a profile and a limit', async () => {
    const response = new Response(FILE);
    await expect(robotsFromResponse(response, { profil: 'google' } as never)).rejects.toThrow('did you mean');
    await expect(robotsFromResponse(response, { profile: 'nosuch' as never })).rejects.toThrow('profile');
    await expect(robotsFromResponse(response, { maxOctets: 1 })).rejects.toThrow(RangeError);
  });
});

describe('a response as a source', () => {
  test('is parsed whatever its status', async () => {
    const document = await parse(new Response(FILE, { status: 404 }));
    expect(document.groups.length).toBe(1);
  });

  test('may have no body', async () => {
    expect((await parse(new Response(null))).size).toBe(0);
    const types: string[] = [];
    for await (const { type } of lineEvents(new Response(null))) types.push(type);
    expect(types).toEqual(['start', 'end']);
  });

  test('is cancelled at the parsing limit', async () => {
    const { body, isCancelled } = endlessBody();
    expect((await parse(new Response(body))).size).toBe(PARSING_LIMIT_OCTETS);
    expect(isCancelled()).toBe(true);
  });

  test('must not have been read before', async () => {
    const response = new Response(FILE);
    await response.text();
    await expect(parse(response)).rejects.toThrow(TypeError);
  });
});
