/** Lets captures of sites that are not surveyed be kept, and prints how many of the responses themselves are still reachable. */

import { callersFor, resolveProfile } from 'robotstream/internal';
import { reachableOctets } from '../../../../test/support/reachable.js';
import { NO_FIELDS } from '../../src/archives/record-header.js';
import { InputVerdicts, VerdictQuestions } from '../../src/rows/verdict-rows.js';

export interface Report {
  /** How many payloads of the archive are reachable while the captures are kept. */
  readonly alive: number;
  readonly captures: number;
}

const CAPTURES = 100;
const crawler = { name: 'a', callers: callersFor('a'), profile: resolveProfile(undefined) };
const verdicts = new InputVerdicts(new VerdictQuestions([crawler], ['/']));

function keep(nth: number): WeakRef<Uint8Array> {
  const octets = new TextEncoder().encode(`User-agent: *\nDisallow: /${nth}\n`.repeat(10));
  const capture = {
    kind: 'capture',
    offset: 0,
    offsetInMember: 0,
    recordId: null,
    url: `https://${nth}.example/robots.txt`,
    fetchedAt: null,
    status: 200,
    headers: NO_FIELDS,
    payload: { octets, mediaType: null, isCutOff: false },
    isRepeated: false,
    digest: 'unchecked',
  } as const;
  verdicts.onOther(capture, 'success', () => {
    throw new Error('no redirect leads here');
  });
  return new WeakRef(octets);
}

const payloads = Array.from({ length: CAPTURES }, (_, nth) => keep(nth));
// A weak reference that was made keeps its target until the current job ends.
await new Promise((resolve) => setImmediate(resolve));
await reachableOctets();
const alive = payloads.filter((octets) => octets.deref() !== undefined).length;
process.stdout.write(`${JSON.stringify({ alive, captures: CAPTURES } satisfies Report)}\n`);
for (const _ of verdicts.onRedirects()) throw new Error('there is no redirect');
