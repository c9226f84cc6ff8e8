/**
 * An archive may have any octets: its captures and faults do not depend on how it is cut into chunks, their places are within
 * the archive, and reading ends. The first line of the octets says how the rest is compressed: `gzip`, `members`, or not.
 */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { RESPONSE_FIELD_NAMES } from '../../packages/survey/src/captures/http-message.js';
import { readCaptures } from '../../packages/survey/src/captures/read-captures.js';
import { INPUT_FAULTS } from '../../packages/survey/src/octets/input-fault.js';
import { chunksOf, headAndBody, latin1, utf8 } from '../input.js';
import type { Target } from '../target.js';

const RULES = 'User-agent: *\nDisallow: /private\n';
const RECORD_START = 'WARC/';

export const seeds: Target['seeds'] = () => {
  const response = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n${RULES}`;
  const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nallow\r\n1;a=b\r\n:\r\n0\r\n\r\n`;
  const archive =
    record('warcinfo', 'software: seeds\r\n') +
    record('request', 'GET /robots.txt HTTP/1.1\r\n\r\n') +
    record('response', response) +
    record('response', chunked) +
    record('revisit', 'HTTP/1.1 304 Not Modified\r\n\r\n', 'WARC-Refers-To: <urn:a>\r\n') +
    record('resource', RULES, 'WARC-Truncated: length\r\n');
  const tar = `${'a.example.txt'.padEnd(257, '\0')}ustar\x0000`.padEnd(512, '\0') + RULES;
  const texts = [
    archive,
    record('response', response).replace('Content-Length', 'Content-Size'),
    record('response', `${response}x`.slice(0, -1), 'A: b\r\n c\r\n').replaceAll('\r\n', '\n'),
    `{"url":"https://a.example/robots.txt","body":"${RULES.replaceAll('\n', '\\n')}"}\n{"url":1}\n`,
    tar,
  ];
  return [
    ...texts.flatMap((text) => ['plain', 'gzip', 'members'].map((form) => utf8(`${form}\n${text}`))),
    Buffer.concat([utf8('plain\n'), compressed('members', utf8(archive))]),
    Buffer.concat([utf8('plain\n'), compressed('members', utf8(archive)).subarray(0, -9)]),
  ];
};

function record(type: string, content: string, fields = ''): string {
  const target = 'WARC-Target-URI: https://a.example/robots.txt\r\nWARC-Record-ID: <urn:a>\r\n';
  const length = `Content-Length: ${content.length}\r\n`;
  return `WARC/1.0\r\nWARC-Type: ${type}\r\n${target}${fields}${length}\r\n${content}\r\n\r\n`;
}

export async function fuzz(data: Uint8Array): Promise<void> {
  const { head, body } = headAndBody(data);
  const archive = compressed(head, body);
  const items = await itemsOf([archive], archive.length);
  assert.deepEqual(await itemsOf(chunksOf(archive), archive.length), items);
}

/** Octets in one member, with a member for each text that looks like a record, or as they are. */
function compressed(form: string, octets: Uint8Array): Uint8Array {
  if (form === 'gzip') return gzipSync(octets);
  if (form !== 'members') return octets;
  const records = latin1(octets).split(new RegExp(`(?=${RECORD_START})`));
  return Buffer.concat(records.map((text) => gzipSync(Buffer.from(text, 'latin1'))));
}

async function itemsOf(chunks: readonly Uint8Array[], octets: number): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const batch of readCaptures(asStream(chunks), { name: 'input', all: true })) {
    for (const item of batch) {
      assert.ok(item.offset >= 0 && item.offset <= octets, `offset ${item.offset} of ${octets}`);
      if (item.kind === 'fault') {
        assert.ok(item.code in INPUT_FAULTS);
        items.push({ code: item.code, offset: item.offset });
      } else {
        const { offset, offsetInMember, recordId, url, fetchedAt, status, digest, headers, payload } = item;
        const text = payload && [latin1(payload.octets), payload.mediaType, payload.isCutOff];
        const facts = { offset, offsetInMember, recordId, url, fetchedAt, status, digest };
        const fields = RESPONSE_FIELD_NAMES.map((name) => headers.get(name));
        items.push({ ...facts, fields, payload: text });
      }
    }
  }
  return items;
}

async function* asStream(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}
