/** Text from a store is read without an error, whatever it is, and an entry that is read is written the same. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { freshnessOf } from '../../packages/client/src/memory/freshness.js';
import { decodeRecord, encodeRecord, type ReadContext } from '../../packages/client/src/store/entry-codec.js';
import { PROFILES } from '../../src/profiles.js';
import { utf8 } from '../input.js';
import type { Target } from '../target.js';

const NOW = Date.UTC(2026, 0, 1);
const MAX_OCTETS = 512_000;

export const seeds: Target['seeds'] = () => {
  const facts = {
    robotsUrl: 'http://h/robots.txt',
    finalUrl: 'http://h/b',
    status: 200,
    redirects: [{ url: 'http://h/robots.txt', status: 301, location: '/b' }],
    headers: { etag: '"a"', vary: 'accept' },
    octets: 2,
    encodedOctets: 2,
    timings: { startedAt: NOW, connectMs: 1, headersMs: 2, bodyMs: 3, totalMs: 6 },
    profile: 'rfc9309',
  };
  const copy = {
    facts,
    fetchedAt: NOW - 2,
    validatedAt: NOW - 1,
    lifetimeMs: 60_000,
    storable: true,
    size: 2,
    truncated: false,
    maxOctets: MAX_OCTETS,
  };
  const absence = {
    outcome: 'unreachable',
    meaning: 'disallow-all',
    facts: { ...facts, status: null },
    fault: 'connection-reset',
    message: 'a',
    since: NOW - 3,
    attempts: 1,
    nextAt: NOW + 5,
    isTransient: false,
    isLocal: false,
  };
  const record = { robotsUrl: facts.robotsUrl, userAgent: 'ExampleBot/1.0', learntAt: NOW };
  const cases: [object, string][] = [
    [{ ...record, copy, absence: null }, 'text:User-agent: *\nDisallow: /\n'],
    [{ ...record, copy: { ...copy, truncated: true, maxOctets: null }, absence }, 'base64:/w=='],
    [{ ...record, copy: null, absence }, ''],
  ];
  return cases.map(([facts, file]) =>
    utf8(withDigest(`robotstream-cache 2 -\n${JSON.stringify(facts)}\n${file}`)),
  );
};

export function fuzz(data: Uint8Array): void {
  const text = new TextDecoder().decode(data);
  read(text);
  // With the digest, nearly all mutants would be rejected at once.
  read(withDigest(text));
}

function read(text: string): void {
  const record = decodeRecord(text, contextOf(text));
  if (typeof record === 'string') return;
  for (const { access } of Object.values(PROFILES)) freshnessOf(record, access, NOW);
  if (record.copy !== null && !record.copy.storable) return;
  const written = encodeRecord(record);
  const again = decodeRecord(written, contextOf(written));
  assert.notEqual(typeof again, 'string');
  assert.equal(typeof again === 'string' ? again : encodeRecord(again), written);
}

/** A program that asks about the file of the entry. */
function contextOf(text: string): ReadContext {
  const [, robotsUrl = ''] = /"robotsUrl":"([^"\\]*)"/.exec(text) ?? [];
  const [, userAgent = ''] = /"userAgent":"([^"\\]*)"/.exec(text) ?? [];
  return { robotsUrl, userAgent, maxOctets: MAX_OCTETS, now: NOW };
}

function withDigest(text: string): string {
  const end = text.indexOf('\n');
  const rest = text.slice(end + 1);
  const [magic = '', version = ''] = text.slice(0, Math.max(end, 0)).split(' ');
  return `${magic} ${version} ${createHash('sha256').update(rest, 'utf8').digest('base64url')}\n${rest}`;
}
