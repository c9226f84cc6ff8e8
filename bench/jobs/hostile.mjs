// @ts-check
/** One library, one hostile file, one URL of 8 KiB: octets → verdict. In a job of its own, so that it can be stopped. */
import { startStopwatch } from '../harness/stopwatch.mjs';
import { HOSTILE_ORIGIN, hostileFile, hostileUrls } from '../inputs/hostile-files.mjs';
import { AGENT } from '../inputs/questions.mjs';
import { peerNamed } from '../subjects/index.mjs';

/** The first is cold, code and all; the rest show what it is like when it happens often. */
const TIMES = 5;

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
  for (let time = 0; time < TIMES; time++) {
    const elapsedMs = startStopwatch();
    try {
      allowed = (await prepare(octets, HOSTILE_ORIGIN, AGENT))(url);
    } catch {
      allowed = null;
    }
    ms.push(elapsedMs());
  }
  return { ms, allowed };
}
