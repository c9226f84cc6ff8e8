/**
 * Verdicts of the readers of `src/readers`, short enough for tables.
 */
import { parseSync } from '../../src/core.js';
import { READERS, type ReaderName } from '../../src/readers/index.js';
import { utf8 } from './octets.js';

/** A function that gives the verdict of a reader: `allowed` or `disallowed`, and `by N` if a rule in line N decides. */
export function verdictsOf(
  name: ReaderName,
): (body: string | Uint8Array, url: string, agent?: string) => string {
  return (body, url, agent = 'foo') => {
    const octets = typeof body === 'string' ? utf8(body) : body;
    const matcher = parseSync(octets).matcher({ agents: agent, profile: READERS[name] });
    const { allowed, rule } = matcher.check(url);
    return `${allowed ? 'allowed' : 'disallowed'}${rule === null ? '' : ` by ${rule.line}`}`;
  };
}
