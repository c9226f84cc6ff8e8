/** What the peers are timed doing. */
import { AGENT, type Question } from '../inputs/questions.js';
import type { Ask, Peer } from './peer.js';
import { robotsTxtGuard } from './robots-txt-guard.js';

/** Octets → verdict for one agent and URL. Counts allowed URLs; a peer that throws has not allowed one. */
export function parseAndCheckPass(
  { name, prepare }: Peer,
  questions: readonly Question[],
): () => number | Promise<number> {
  if (name === robotsTxtGuard.name) {
    return async () => {
      let allowed = 0;
      for (const { octets, origin, url } of questions) {
        try {
          if ((await prepare(octets, origin, AGENT))(url)) allowed++;
        } catch {}
      }
      return allowed;
    };
  }
  return () => {
    let allowed = 0;
    for (const { octets, origin, url } of questions) {
      try {
        if ((prepare(octets, origin, AGENT) as Ask)(url)) allowed++;
      } catch {}
    }
    return allowed;
  };
}
