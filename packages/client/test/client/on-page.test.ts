/** `onPage` of the interceptor and of `robotsFetch`: it gets what pages say about themselves while the program reads their bodies. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type FetchedPage,
  type OnPage,
  RefusalError,
  robotsFetch,
  robotsInterceptor,
} from '../../src/index.js';
import { newClient } from './support/clients.js';
import { redirectTo, startPages } from './support/pages.js';
import { VERSIONS } from './support/undici-versions.js';

const HTML = '<title>page</title><meta name=robots content=noindex><p>text';

async function startHtml() {
  const pages = await startPages();
  const html =
    (headers: Record<string, string | string[]>, body: string | Buffer, status = 200) =>
    (_: unknown, response: import('node:http').ServerResponse) => {
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
    };
  pages.on('/page', html({ 'x-robots-tag': ['noarchive', 'ExampleBot: nofollow'] }, HTML));
  pages.on('/coded', html({ 'content-encoding': 'gzip' }, gzipSync(HTML)));
  pages.on('/long', html({}, HTML.padEnd(3 * 1024 * 1024)));
  pages.on('/pdf', html({ 'content-type': 'application/pdf', 'x-robots-tag': 'noindex' }, HTML));
  pages.on('/missing', html({}, HTML, 404));
  pages.on('/cut', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000 });
    response.write(HTML, () => response.destroy());
  });
  pages.on('/moved', redirectTo('/page'));
  return pages;
}

/** The directives of a page as a short text. */
const short = ({ url, directives }: FetchedPage): string => {
  const names = directives.directives.map(({ name }) => name).join(' ');
  return `${new URL(url).pathname}: ${names}${directives.truncated ? ' truncated' : ''}`;
};

type Read = (url: string) => Promise<string>;

/** Ways to obey, each with what reads a page to its end. */
const WAYS: readonly (readonly [
  name: string,
  make: (client: ReturnType<typeof newClient>, onPage: OnPage) => Read,
])[] = [
  ...VERSIONS.flatMap(([name, undici]) => [
    [
      `the interceptor with ${name}`,
      (client: ReturnType<typeof newClient>, onPage: OnPage): Read => {
        const { redirect } = undici.interceptors;
        const dispatcher = new undici.Agent().compose(
          robotsInterceptor(client, { onPage }),
          redirect({ maxRedirections: 3 }),
        );
        return async (url) => (await undici.request(url, { dispatcher })).body.text();
      },
    ] as const,
    [
      `fetch of ${name}`,
      (client: ReturnType<typeof newClient>, onPage: OnPage): Read => {
        const obey = robotsFetch(client, undici.fetch, { onPage });
        return async (url) => (await obey(url)).text();
      },
    ] as const,
  ]),
  [
    'the global fetch',
    (client, onPage) => {
      const obey = robotsFetch(client, fetch, { onPage });
      return async (url) => (await obey(url)).text();
    },
  ],
];

describe.each(WAYS)('%s', (way, make) => {
  test('reports each page once, and leaves its body as it is', async () => {
    const pages = await startHtml();
    const seen: string[] = [];
    const read = make(newClient(), (page) => seen.push(short(page)));
    expect(await read(`${pages.origin}/page`)).toBe(HTML);
    expect(await read(`${pages.origin}/moved`)).toBe(HTML);
    expect(await read(`${pages.origin}/pdf`)).toBe(HTML);
    expect(await read(`${pages.origin}/missing`)).toBe(HTML);
    expect(await read(`${pages.origin}/long`)).toHaveLength(3 * 1024 * 1024);
    await expect(read(`${pages.origin}/private`)).rejects.toBeInstanceOf(RefusalError);
    expect(seen).toEqual([
      '/page: noarchive nofollow noindex',
      '/page: noarchive nofollow noindex',
      '/pdf: noindex',
      '/long: noindex truncated',
    ]);
  });

  test('reads decoded bodies', async () => {
    const pages = await startHtml();
    const seen: string[] = [];
    const read = make(newClient(), (page) => seen.push(short(page)));
    await read(`${pages.origin}/coded`);
    expect(seen).toEqual([way.startsWith('the interceptor') ? '/coded:  truncated' : '/coded: noindex']);
  });
});

test('a response keeps its properties', async () => {
  const pages = await startHtml();
  const obey = robotsFetch(newClient(), fetch, { onPage: () => {} });
  const response = await obey(`${pages.origin}/moved`);
  expect([response.url, response.redirected, response.status, response.headers.get('content-type')]).toEqual([
    `${pages.origin}/page`,
    true,
    200,
    'text/html',
  ]);
  expect(response).toBeInstanceOf(Response);
  expect(await response.clone().text()).toBe(HTML);
  expect(await response.text()).toBe(HTML);
});

test('a cancelled body is reported as far as it was read, and nothing is read ahead', async () => {
  const pages = await startHtml();
  const seen: string[] = [];
  const obey = robotsFetch(newClient(), fetch, { onPage: (page) => seen.push(short(page)) });
  const { body } = await obey(`${pages.origin}/page`);
  expect(seen).toEqual([]);
  await body?.cancel();
  expect(seen).toEqual(['/page: noarchive nofollow truncated']);
});

test('if onPage throws, the body fails with that error', async () => {
  const pages = await startHtml();
  const onPage = () => {
    throw new Error('enough');
  };
  const response = await robotsFetch(newClient(), fetch, { onPage })(`${pages.origin}/page`);
  await expect(response.text()).rejects.toThrow('enough');
});

test.each(VERSIONS)('what onPage throws fails the response of a dispatcher of %s', async (_, undici) => {
  const pages = await startHtml();
  const onPage = () => {
    throw new Error('enough');
  };
  const dispatcher = new undici.Agent().compose(robotsInterceptor(newClient(), { onPage }));
  for (const path of ['/page', '/pdf', '/long']) {
    const body = undici.request(pages.origin + path, { dispatcher }).then(({ body }) => body.text());
    await expect(body).rejects.toThrow('enough');
  }
});

test.each(VERSIONS)(
  'a response that is cut off fails with its own error, whatever onPage throws, with %s',
  async (_, undici) => {
    const pages = await startHtml();
    const onPage = () => {
      throw new Error('enough');
    };
    const dispatcher = new undici.Agent().compose(robotsInterceptor(newClient(), { onPage }));
    const { body } = await undici.request(`${pages.origin}/cut`, { dispatcher });
    await expect(body.text()).rejects.toThrow(/closed|terminated|aborted/);
  },
);
