// @ts-check
/** One library, one hostile file, one URL of 8 KiB: octets → verdict. In a job of its own, so that it can be stopped. */
import { startStopwatch } from '../harness/stopwatch.mjs';
import { HOSTILE_ORIGIN, hostileFile, hostileUrls } from '../inputs/hostile-files.mjs';
import { AGENT } from '../inputs/questions.mjs';
import { peerNamed } from '../subjects/index.mjs';

/** The first is cold, code and all; the rest show what it is like when it happens often. Who is slow is asked once. */
const TIMES = 5;
const ENOUGH_MS = 1000;

/**
 * @param {{ peer: string, family: string }} options
 * @returns {Promise<{ ms: number[], allowed: boolean | null }>} `null`: it threw
 */
export default async function hostile({ peer, family }) {
  const { prepare } = peerNamed(peer);
  const octets = hostileFile(family);
  const { url } = hostileUrls()[0];
  /** @type {boolean | null} */
  let allowed = null;
  const ms = [];
  for (let time = 0, totalMs = 0; time < TIMES && totalMs < ENOUGH_MS; time++) {
    const elapsedMs = startStopwatch();
    try {
      allowed = (await prepare(octets, HOSTILE_ORIGIN, AGENT))(url);
    } catch {
      allowed = null;
    }
    const tookMs = elapsedMs();
    ms.push(tookMs);
    totalMs += tookMs;
  }
  return { ms, allowed };
}
