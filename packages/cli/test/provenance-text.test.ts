/** Where an answer comes from, as text: the cases for which a run of the command would have to wait. */
import { expect, test } from 'vitest';
import type { Provenance } from '../../client/src/index.js';
import { provenanceText } from '../src/provenance-text.js';

const NOW = Date.UTC(2030, 0, 2);
const HOUR_MS = 3_600_000;

const FRESH: Provenance = {
  robotsUrl: 'http://a.example/robots.txt',
  finalUrl: 'http://a.example/robots.txt',
  redirects: [],
  source: 'store',
  outcome: 'success',
  status: 200,
  fault: null,
  faultMessage: null,
  fetchedAt: NOW - 5 * HOUR_MS,
  validatedAt: NOW - 3 * HOUR_MS,
  ageMs: 3 * HOUR_MS,
  freshness: 'fresh',
  freshUntil: NOW + 7 * HOUR_MS,
  refreshAt: NOW + 6 * HOUR_MS,
  unreachableSince: null,
  failures: 0,
};

const FAILING: Provenance = {
  ...FRESH,
  outcome: 'unreachable',
  status: null,
  fault: 'dns-failed',
  freshness: 'stale',
  freshUntil: NOW - HOUR_MS,
  refreshAt: NOW + HOUR_MS / 2,
  unreachableSince: NOW - HOUR_MS,
  failures: 4,
};

test.each([
  ['a fresh copy', FRESH, 'from the cache, 3 h old: success (status 200), fresh for 7 h'],
  [
    'a copy in memory',
    { ...FRESH, source: 'memory' as const },
    'from memory, 3 h old: success (status 200), fresh for 7 h',
  ],
  [
    'a stale copy while the site is unreachable',
    FAILING,
    'from the cache, 3 h old: unreachable (dns-failed), using a stale copy of 2030-01-01T19:00:00.000Z, next request in 30 min at the earliest',
  ],
  [
    'no copy',
    { ...FAILING, fetchedAt: null },
    'from the cache, 3 h old: unreachable (dns-failed), next request in 30 min at the earliest',
  ],
  [
    'no copy, and the next request is due',
    { ...FAILING, fetchedAt: null, refreshAt: NOW - 1 },
    'from the cache, 3 h old: unreachable (dns-failed), next request in 0 ms at the earliest',
  ],
])('%s', (_, provenance, text) => {
  expect(provenanceText(provenance, false)).toBe(`http://a.example/robots.txt, ${text}`);
});
