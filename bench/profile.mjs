// @ts-check
/**
 * Where the time of one stage goes: `node bench/profile.mjs 'octets → verdict' [all|small|huge]` after a build. Prints the
 * functions with the largest share of their own.
 */
import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';
import { filesNamed } from './inputs/file-sets.mjs';
import { oneQuestionEach, QUESTION_SEED } from './inputs/questions.mjs';
import { randomFrom } from './inputs/random.mjs';
import { STAGES } from './subjects/stages.mjs';

const WARM_UP_MS = 1500;
const PROFILE_MS = 4000;
const SAMPLING_US = 200;
const SHOWN = 25;

const [stage = 'octets → verdict', set = 'all'] = process.argv.slice(2);
if (!Object.hasOwn(STAGES, stage)) {
  console.error(`There is no stage named ${stage}; there are: ${Object.keys(STAGES).join(', ')}`);
  process.exit(2);
}

const { files } = filesNamed(/** @type {import('./inputs/file-sets.mjs').SetName} */ (set));
const pass = STAGES[/** @type {import('./subjects/stages.mjs').StageName} */ (stage)](
  oneQuestionEach(files, randomFrom(QUESTION_SEED)),
);
repeatFor(WARM_UP_MS);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_US });
await session.post('Profiler.start');
repeatFor(PROFILE_MS);
const { profile } = await session.post('Profiler.stop');

const hits = new Map();
for (const { callFrame, hitCount = 0 } of profile.nodes) {
  const { functionName, url, lineNumber } = callFrame;
  const place = url === '' ? '' : ` ${url.replace(/^.*\/(?=dist|bench)/, '')}:${lineNumber + 1}`;
  const name = `${functionName || '(anonymous)'}${place}`;
  hits.set(name, (hits.get(name) ?? 0) + hitCount);
}
const total = [...hits.values()].reduce((sum, count) => sum + count, 0);
for (const [name, count] of [...hits].sort((a, b) => b[1] - a[1]).slice(0, SHOWN)) {
  console.log(`${((count / total) * 100).toFixed(1).padStart(5)} %  ${name}`);
}

/** @param {number} ms */
function repeatFor(ms) {
  for (const start = performance.now(); performance.now() - start < ms; ) pass();
}
