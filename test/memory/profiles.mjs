/**
 * Judges one document by many profiles, and prints as JSON how many of them are still in memory when only the document is
 * held: `{ made, alive }`.
 *
 * Usage: node --expose-gc profiles.mjs FOLDER
 */
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const [folder] = process.argv.slice(2);
const { defineProfile, parseSync } = await import(pathToFileURL(`${folder}/core.mjs`).href);

const MADE = 200;
const document = parseSync('User-agent: *\nDisallow: /a\nCrawl-delay: 1\n'.repeat(100));

function judge(i) {
  const profile = defineProfile({ name: `profile ${i}`, extends: i % 2 === 0 ? 'rfc9309' : 'google' });
  document.matcher({ agents: 'ExampleBot', profile }).check('/a');
  document.crawlDelay('ExampleBot', { profile });
  return new WeakRef(profile);
}

const profiles = Array.from({ length: MADE }, (_, i) => judge(i));
// A weak reference that was made or read keeps its target until the current job ends.
await setImmediate();
globalThis.gc();
await setImmediate();
globalThis.gc();
const alive = profiles.filter((profile) => profile.deref() !== undefined).length;
console.log(JSON.stringify({ made: MADE, alive, groups: document.groups.length }));
