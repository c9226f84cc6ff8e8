// @ts-check
/** How many of the reference C++ matcher's recorded verdicts (`shared/vectors`) the package gives, line and all. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseSync } from 'robotstream';
import { SHARED_ROOT } from '../inputs/corpus.mjs';

const VECTORS = `${SHARED_ROOT}/vectors/google-verdicts.ndjson.gz`;

/** @returns {{ count: number, wrong: number[] } | null} null where they are not at hand */
export default function recordedVerdicts() {
  if (!existsSync(VECTORS)) return null;
  const vectors = gunzipSync(readFileSync(VECTORS))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  const wrong = vectors.filter(({ bodyBase64, agents, url, allowed, line }) => {
    const octets = Buffer.from(bodyBase64, 'base64');
    const verdict = parseSync(octets).matcher({ agents, profile: 'google' }).check(url);
    return verdict.allowed !== allowed || (verdict.rule?.line ?? 0) !== line;
  });
  return { count: vectors.length, wrong: wrong.map(({ id }) => id) };
}
