/** Judges one document by many profiles, and prints how many of them are still reachable when only the document is held. */
import { pathToFileURL } from 'node:url';
import type * as robotstream from '../../src/index.js';
import { reachableOctets } from '../support/reachable.js';

export interface Request {
  /** `index.js` of the build. */
  readonly entry: string;
  readonly profiles: number;
}

export interface Report {
  readonly alive: number;
  /** Groups of the document, which is held to the end. */
  readonly groups: number;
}

const { entry, profiles } = JSON.parse(process.argv[2] ?? '') as Request;
const { defineProfile, parseSync } = (await import(pathToFileURL(entry).href)) as typeof robotstream;

const document = parseSync('User-agent: *\nDisallow: /a\nCrawl-delay: 1\n'.repeat(100));

function judge(i: number): WeakRef<robotstream.Profile> {
  const profile = defineProfile({ name: `profile ${i}`, extends: i % 2 === 0 ? 'rfc9309' : 'google' });
  document.matcher({ agents: 'ExampleBot', profile }).check('/a');
  document.crawlDelay('ExampleBot', { profile });
  return new WeakRef(profile);
}

const made = Array.from({ length: profiles }, (_, i) => judge(i));
// A weak reference that was made or read keeps its target until the current job ends.
await new Promise((resolve) => setImmediate(resolve));
await reachableOctets();
const alive = made.filter((profile) => profile.deref() !== undefined).length;
const report: Report = { alive, groups: document.groups.length };
process.stdout.write(`${JSON.stringify(report)}\n`);
