/** Objects at s3 URLs, on a server that checks signatures. */
import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { useBuild } from '../../../test/support/build.js';
import type * as surveys from '../src/index.js';
import { type InputOptions, type RunEvent, survey } from '../src/index.js';
import { KEYS, startS3, useAwsSettings } from './support/s3.js';
import { serve } from './support/serve.js';
import { out, useFolder, write } from './support/survey-folder.js';
import { capture, members } from './support/warc-writer.js';

const build = useBuild();

const ARCHIVE = members([capture('a.example', 'User-agent: *\nDisallow: /\n'), capture('b.example', '')]);
const KEY = 'crawl-data/2026 (1)/a+b é%20.warc.gz';
const INPUT = `s3://crawl/${KEY}`;

const SIGNED = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey };

async function urlsOf(input: string, options: InputOptions = {}): Promise<string[]> {
  const urls: string[] = [];
  for await (const { table, row } of survey(input, options)) if (table === 'verdicts') urls.push(row.url);
  return urls;
}

const URLS = ['https://a.example/robots.txt', 'https://b.example/robots.txt'];

useFolder();

/** The settings for a server that answers in a way that s3rver does not. */
async function useServer(answer: RequestListener, settings: Readonly<Record<string, string>> = SIGNED) {
  const url = await serve(answer);
  useAwsSettings({ ...settings, AWS_ENDPOINT_URL_S3: new URL(url).origin });
}

const xmlError = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>it says</Message></Error>`;

describe('on a server that checks signatures', () => {
  test('an object is read, whatever its key', async () => {
    const { url, put } = await startS3();
    await put(KEY, ARCHIVE);
    for (const name of ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL']) {
      useAwsSettings({ ...SIGNED, [name]: url });
      expect(await urlsOf(INPUT)).toEqual(URLS);
      expect(await urlsOf(INPUT.replace('s3:', 'S3:'))).toEqual(URLS);
    }
  });

  test('credentials, region and endpoint may be those of a profile', async () => {
    const { url, put } = await startS3();
    await put(KEY, ARCHIVE);
    const config = write('config', `[profile crawl]\nregion = eu-west-1\nendpoint_url = ${url}\n`);
    const secrets = 'aws_access_key_id = S3RVER\naws_secret_access_key = S3RVER\n';
    const credentials = write('credentials', `[crawl]\n${secrets}`);
    const files = { AWS_CONFIG_FILE: config, AWS_SHARED_CREDENTIALS_FILE: credentials };
    useAwsSettings({ ...files, AWS_PROFILE: 'crawl' });
    expect(await urlsOf(INPUT)).toEqual(URLS);
    useAwsSettings({ ...files, AWS_PROFILE: 'nobody', AWS_ENDPOINT_URL: url });
    const message = /^the credentials for s3 URLs cannot be used: .*nobody|Could not/;
    await expect(urlsOf(INPUT)).rejects.toThrow(message);
  });

  test('without credentials requests are not signed, as for a public bucket', async () => {
    const { url, put } = await startS3();
    await put(KEY, ARCHIVE);
    useAwsSettings({ AWS_ENDPOINT_URL_S3: url });
    expect(await urlsOf(INPUT)).toEqual(URLS);
  });

  const [WRONG, UNKNOWN] = [
    { ...SIGNED, AWS_SECRET_ACCESS_KEY: 'wrong' },
    { ...SIGNED, AWS_ACCESS_KEY_ID: 'nobody' },
  ];
  test.each([
    ['a wrong secret', WRONG, INPUT, /access is denied .*SignatureDoesNotMatch/],
    ['an unknown key', UNKNOWN, INPUT, /access is denied .*InvalidAccessKeyId/],
    ['a bucket that is missing', SIGNED, 's3://none/a.warc.gz', /there is no bucket none/],
    ['an object that is missing', SIGNED, 's3://crawl/none', /bucket crawl has no object with this key/],
    ['a folder', SIGNED, 's3://crawl/crawl-data/', /s3:\/\/BUCKET\/KEY is expected/],
    ['a bucket alone', SIGNED, 's3://crawl', /s3:\/\/BUCKET\/KEY is expected/],
  ])('%s is an error at once', async (_, settings, input, message) => {
    const { url, put } = await startS3();
    await put(KEY, ARCHIVE);
    useAwsSettings({ ...settings, AWS_ENDPOINT_URL_S3: url });
    await expect(urlsOf(input)).rejects.toThrow(message);
    await expect(urlsOf(input)).rejects.toThrow(input);
  });

  test.each([1, 2])('a folder of tables is resumed, by %i jobs; no secret is in it', async (jobs) => {
    const built = pathToFileURL(join(build.folderOf('@robotstream/survey'), 'dist/index.js')).href;
    const { surveyAll } = (await import(built)) as typeof surveys;
    const { url, put } = await startS3();
    const inputs = ['s3://crawl/x/a.warc.gz', 's3://crawl/x/b.warc.gz'];
    for (const name of ['x/a.warc.gz', 'x/b.warc.gz']) await put(name, ARCHIVE);
    useAwsSettings({ ...SIGNED, AWS_ENDPOINT_URL_S3: url });
    const tables = out();
    const run = async () => {
      const kinds: RunEvent['kind'][] = [];
      const onEvent = ({ kind }: RunEvent) => kind !== 'progress' && kinds.push(kind);
      await surveyAll({ inputs, folder: tables, jobs, resume: true, ratePerHost: 1000, onEvent });
      return kinds.sort();
    };
    expect(await run()).toEqual(['done', 'done']);
    expect(await run()).toEqual(['passed-over', 'passed-over']);
    await put('x/b.warc.gz', members([capture('c.example', '')]));
    expect(await run()).toEqual(['done', 'passed-over']);
    for (const file of readdirSync(tables, { recursive: true, encoding: 'utf8' }))
      if (/json$/.test(file)) expect(readFileSync(join(tables, file)).includes('S3RVER')).toBe(false);
  });
});

describe('on other servers', () => {
  test('a lost connection is continued by a range of the same version', async () => {
    const asked: unknown[] = [];
    await useServer(({ headers }, reply) => {
      asked.push([headers.range, headers['if-match']]);
      const from = Number(/[0-9]+/.exec(headers.range ?? '')?.[0] ?? 0);
      const range = { 'content-range': `bytes ${from}-${ARCHIVE.length - 1}/${ARCHIVE.length}` };
      const length = { etag: '"1"', 'content-length': ARCHIVE.length - from };
      reply.writeHead(from > 0 ? 206 : 200, { ...length, ...(from > 0 && range) });
      if (from === 0) reply.write(ARCHIVE.subarray(0, 100), () => reply.destroy());
      else reply.end(ARCHIVE.subarray(from));
    });
    expect(await urlsOf('s3://b/k')).toEqual(URLS);
    expect(asked.map(String)).toEqual([',', 'bytes=100-,"1"']);
  });

  test('an object that changes meanwhile is an error', async () => {
    await useServer(({ headers }, reply) => {
      if (headers.range !== undefined) reply.writeHead(412).end(xmlError('PreconditionFailed'));
      else {
        reply.writeHead(200, { etag: '"1"', 'content-length': ARCHIVE.length });
        reply.write(ARCHIVE.subarray(0, 100), () => reply.destroy());
      }
    });
    await expect(urlsOf('s3://b/k')).rejects.toThrow('s3://b/k: the object changed while it was read');
  });

  test('a bucket in another region is read there, as the server says', async () => {
    const scopes: (string | undefined)[] = [];
    await useServer(({ headers }, reply) => {
      const scope = /\/([a-z0-9-]+)\/s3\/aws4_request/.exec(headers.authorization ?? '')?.[1];
      scopes.push(scope);
      if (scope === 'eu-west-1') reply.end(ARCHIVE);
      else reply.writeHead(301, { 'x-amz-bucket-region': 'eu-west-1' }).end(xmlError('PermanentRedirect'));
    });
    expect(await urlsOf('s3://b/k')).toEqual(URLS);
    expect(scopes.at(-1)).toBe('eu-west-1');
  });

  test.each([
    [301, 'PermanentRedirect', SIGNED, /is in the region eu-west-1; set AWS_REGION/],
    [400, 'AuthorizationHeaderMalformed', SIGNED, /is in the region eu-west-1; set AWS_REGION/],
    [403, 'AccessDenied', {}, /no credentials were found; set AWS_ACCESS_KEY_ID/],
    [403, 'AccessDenied', SIGNED, /access is denied \(status 403, AccessDenied: it says\)/],
    [403, 'ExpiredToken', SIGNED, /access is denied \(status 403, ExpiredToken: it says\)/],
  ])('status %i, %s, is an error at once', async (status, code, settings, message) => {
    const headers = { 'x-amz-bucket-region': 'eu-west-1' };
    await useServer((_, reply) => reply.writeHead(status, headers).end(xmlError(code)), settings);
    await expect(urlsOf('s3://b/k')).rejects.toThrow(message);
  });

  test('headers, a session token and the name of the program are sent, and signed where the protocol wants it', async () => {
    let sent: unknown;
    await useServer(
      ({ headers }, reply) => {
        const signed = /SignedHeaders=([^,]*)/.exec(headers.authorization ?? '')?.[1].split(';');
        sent = [
          headers['x-amz-request-payer'],
          headers['user-agent'],
          headers['x-amz-security-token'],
          signed?.includes('x-amz-request-payer'),
        ];
        reply.end(ARCHIVE);
      },
      { ...SIGNED, AWS_SESSION_TOKEN: 'a-token' },
    );
    const headers = { 'x-amz-request-payer': 'requester', 'User-Agent': 'Mine/1' };
    expect(await urlsOf('s3://b/k', { headers })).toEqual(URLS);
    expect(sent).toEqual(['requester', 'Mine/1', 'a-token', true]);
  });
});
