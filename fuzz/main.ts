/**
 * Fuzzes the built package: changes the seeds of a target, and inputs that passed, at random. `npm run fuzz` builds and runs it. Jazzer.js, which
 * `fuzz/oss-fuzz` sets up, is guided by coverage; this loop needs no other program.
 *
 * Usage: npm run fuzz -- TARGET [SECONDS]. The seconds are processor time.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { conformanceTexts } from './seeds.js';
import { MOST_OCTETS, type Target } from './target.js';

/** This module is built into `fuzz/.built/fuzz`. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const US_A_SECOND = 1e6;
/** How many inputs are kept besides the seeds, and how many changes are made to one at most. */
const KEPT = 2_000;
const CHANGES = 6;

const [name = '', secondsGiven = '60'] = process.argv.slice(2);
const names = readdirSync(path.join(ROOT, 'fuzz/targets')).map((file) => path.parse(file).name);
const seconds = Number(secondsGiven);
if (!names.includes(name) || !(seconds > 0)) {
  console.error(`usage: npm run fuzz -- TARGET [SECONDS]; the targets are ${names.join(', ')}`);
  process.exit(2);
}
const seed = Number(process.env.ROBOTSTREAM_FUZZ_SEED || Math.floor(Math.random() * 2 ** 31));
console.log(`fuzzing ${name} for ${seconds} s of processor time; ROBOTSTREAM_FUZZ_SEED=${seed} replays it`);

let state = seed;
/** A whole number below `end`, by Numerical Recipes' linear congruential generator. */
function random(end: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * end);
}

/** The input with a few parts replaced: by nothing, by some octets, or by a part of another input. */
function changed(input: Buffer, other: Buffer): Buffer {
  let octets = input;
  for (let left = 1 + random(CHANGES); left > 0; left--) {
    const at = random(octets.length + 1);
    const end = at + random(2) * random(octets.length - at + 1);
    const from = random(other.length + 1);
    const put =
      [Buffer.of(), Buffer.of(random(256)), other.subarray(from, from + random(64))][random(3)] ??
      Buffer.of();
    octets = Buffer.concat([octets.subarray(0, at), put, octets.subarray(end)]);
  }
  return octets.subarray(0, MOST_OCTETS);
}

const { fuzz, seeds } = (await import(`./targets/${name}.js`)) as Target;
const inputs: Buffer[] = [new Uint8Array(), ...seeds(conformanceTexts(ROOT))].map((octets) =>
  Buffer.from(octets),
);
const seedCount = inputs.length;
const pick = () => inputs[random(inputs.length)] ?? Buffer.of();
const spent = () => process.cpuUsage().user / US_A_SECOND;

let runs = 0;
for (const end = spent() + seconds; runs < seedCount || spent() < end; runs++) {
  const input = runs < seedCount ? (inputs[runs] ?? Buffer.of()) : changed(pick(), pick());
  try {
    await fuzz(Buffer.from(input));
  } catch (error) {
    const file = path.join(tmpdir(), `robotstream-fuzz-${name}-${seed}-${runs}`);
    writeFileSync(file, input);
    console.error(`run ${runs} of ${name} fails on the ${input.length} octets in ${file}:`, error);
    process.exit(1);
  }
  if (runs >= seedCount) inputs[seedCount + random(KEPT)] = input;
}
console.log(`${runs} runs, no failure`);
