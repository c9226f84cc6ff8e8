/** Compares the package with the recorded verdicts of the reference C++ matcher (`shared/vectors`), line included. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseSync } from 'robotstream';
import { SHARED_ROOT } from '../paths.js';

const VECTORS = `${SHARED_ROOT}/vectors/google-verdicts.ndjson.gz`;

interface RecordedVerdict {
  readonly id: number;
  readonly bodyBase64: string;
  readonly agents: readonly string[];
  readonly url: string;
  readonly allowed: boolean;
  /** The line of the deciding rule; 0 if no rule decided. */
  readonly line: number;
}

export interface Comparison {
  readonly count: number;
  /** The ids of the verdicts that the package does not give. */
  readonly wrong: number[];
}

/** @returns null where the folder `shared` does not exist */
export function recordedVerdicts(): Comparison | null {
  if (!existsSync(VECTORS)) return null;
  const recorded = gunzipSync(readFileSync(VECTORS))
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedVerdict);
  const wrong = recorded.filter(({ bodyBase64, agents, url, allowed, line }) => {
    const octets = Buffer.from(bodyBase64, 'base64');
    const verdict = parseSync(octets).matcher({ agents, profile: 'google' }).check(url);
    return verdict.allowed !== allowed || (verdict.rule?.line ?? 0) !== line;
  });
  return { count: recorded.length, wrong: wrong.map(({ id }) => id) };
}
