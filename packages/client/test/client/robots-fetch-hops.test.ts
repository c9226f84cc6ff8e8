/** A fetch that obeys sends the requests that `fetch` itself sends, redirect for redirect. */
import { createServer, type Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe } from 'vitest';
import { checkProperty } from '../../../../test/support/property.js';
import { createClient, type RobotsClient, robotsFetch } from '../../src/index.js';
import { PATIENT } from './support/clients.js';
import { listen, stop } from './support/site.js';
import { VERSIONS } from './support/undici-versions.js';

const servers: Server[] = [];
const origins: string[] = [];
let client: RobotsClient;
/** What the servers have received. */
const received: unknown[] = [];

/** Redirects as its query says, or answers. */
function newServer(): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    // The boundary of a form is random.
    const text = (value: unknown) => String(value).replaceAll(/formdata-[\w-]+/g, 'boundary');
    const { connection: _connection, 'content-length': _length, ...headers } = request.headers;
    received.push([
      request.method,
      request.headers.host,
      request.url,
      text(JSON.stringify(Object.entries(headers).sort())),
      text(Buffer.concat(chunks)),
    ]);
    const { searchParams } = new URL(request.url ?? '', 'http://host');
    const [hop, ...rest] = JSON.parse(searchParams.get('hops') ?? '[]') as Hop[];
    if (hop === undefined) response.end('the page');
    else response.writeHead(hop.status, { location: urlOf(hop.to, rest), ...hop.headers }).end();
  });
}

interface Hop {
  readonly status: number;
  /** Which server it leads to. */
  readonly to: number;
  readonly headers: Record<string, string>;
}

function urlOf(server: number, rest: readonly Hop[]): string {
  return `${origins[server]}/page?hops=${encodeURIComponent(JSON.stringify(rest))}#here`;
}

beforeAll(async () => {
  client = createClient({ userAgent: 'ExampleBot/1.0', agents: 'ExampleBot', ...PATIENT });
  for (let i = 0; i < 2; i++) {
    const server = newServer();
    servers.push(server);
    origins.push(`http://127.0.0.1:${await listen(server, '127.0.0.1')}`);
    await client.put(origins[i], '');
  }
});

afterAll(async () => {
  await client.close();
  for (const server of servers) await stop(server);
});

const arbitraryHop = fc.record({
  status: fc.constantFrom(301, 302, 303, 307, 308, 300, 304),
  to: fc.nat(1),
  headers: fc.oneof(
    { weight: 3, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { 'referrer-policy': 'origin' },
        { 'referrer-policy': 'nonsense, unsafe-url' },
      ),
    },
  ),
});

// Not octets: undici refuses to send them a second time, though the Fetch Standard does not.
const BODIES = ['none', 'text', 'parameters', 'form', 'blob'] as const;

function bodyOf(kind: (typeof BODIES)[number], FormDataOf: typeof FormData): RequestInit['body'] | undefined {
  switch (kind) {
    case 'none':
      return undefined;
    case 'text':
      return 'text';
    case 'parameters':
      return new URLSearchParams({ a: 'b c' });
    case 'blob':
      return new Blob(['blob'], { type: 'text/css' });
    case 'form': {
      const form = new FormDataOf();
      form.set('name', 'value');
      return form;
    }
  }
}

const arbitraryInit = fc
  .record(
    {
      method: fc.constantFrom('GET', 'POST', 'post', 'PUT', 'patch', 'HEAD', 'DELETE', 'Other'),
      body: fc.constantFrom(...BODIES),
      headers: fc.constantFrom(
        {},
        { authorization: 'Basic eA==', cookie: 'a=b', 'x-own': '1' },
        { 'content-type': 'text/own', 'content-language': 'en', 'proxy-authorization': 'Basic eA==' },
      ),
      referrer: fc.constantFrom('', 'about:client', 'http://127.0.0.1:1/from?a#b'),
      referrerPolicy: fc.constantFrom('', 'unsafe-url', 'origin', 'strict-origin-when-cross-origin'),
      credentials: fc.constantFrom('omit', 'include', 'same-origin'),
      // Not `no-cors`: it makes the response of another origin opaque, without status and body.
      mode: fc.constantFrom('cors', 'same-origin'),
      cache: fc.constantFrom('default', 'no-store', 'reload', 'no-cache', 'force-cache'),
      keepalive: fc.boolean(),
      redirect: fc.constantFrom('follow', 'follow', 'follow', 'manual', 'error'),
      // Of "the page", and of something else.
      integrity: fc.constantFrom(
        '',
        'sha256-qv3T8gcmusCZPZSZbABtcFPnKxuPljcaznuntejAb9E=',
        'sha256-AAAA sha512-AAAA',
        'sha1-AAAA',
      ),
    },
    { requiredKeys: [] },
  )
  .map(({ body, ...init }) => ({ ...init, body: body ?? 'none' }));

type Init = (typeof arbitraryInit extends fc.Arbitrary<infer Value> ? Value : never) & RequestInit;

describe.each([
  ['the global fetch', { fetch, Request, FormData }] as const,
  ...VERSIONS.map(([name, undici]) => [name, undici as never as typeof globalThis] as const),
])('through %s', (_, implementation) => {
  checkProperty(
    'a fetch that obeys sends what fetch sends',
    fc.asyncProperty(
      fc.array(arbitraryHop, { maxLength: 3 }),
      arbitraryInit as never as fc.Arbitrary<Init>,
      fc.option(arbitraryInit as never as fc.Arbitrary<Init>, { nil: undefined }),
      fc.constantFrom('url', 'request', 'options'),
      async (hops, init, overriding, kind) => {
        const url = urlOf(0, hops);
        const optionsOf = ({ body, ...rest }: Init): RequestInit => {
          const made = bodyOf(body as never, implementation.FormData);
          return { ...rest, ...(made === undefined ? {} : { body: made }) } as RequestInit;
        };
        const outcomes: string[] = [];
        for (const send of [implementation.fetch, robotsFetch(client, implementation.fetch)]) {
          received.length = 0;
          let outcome: unknown;
          try {
            const given = optionsOf(init);
            const more = overriding && optionsOf(overriding);
            const response =
              kind === 'url'
                ? await send(url, given)
                : kind === 'request'
                  ? // undici 7 forgets the referrer of a Request even without options; the Fetch Standard does not.
                    await send(new implementation.Request(url, { ...given, referrer: '' }), more)
                  : await send(url, new implementation.Request(url, given));
            const { status, redirected } = response;
            outcome = [status, redirected, response.url, await response.text()];
          } catch (error) {
            if (!(error instanceof TypeError)) throw error;
            outcome = 'rejected';
          }
          outcomes.push(JSON.stringify([outcome, received], null, 1));
        }
        if (outcomes[0] !== outcomes[1]) throw new Error(`fetch: ${outcomes[0]}\nobeying: ${outcomes[1]}`);
      },
    ),
    { runsShare: 0.1 },
  );
});
