/** The process that serves the inputs of a fleet run: `node serve.js PLAN`. It prints its port. */
import type { AddressInfo } from 'node:net';
import { loadCorpus } from '../inputs/corpus.js';
import { archivesOf } from './archive.js';
import { answersOf, type Plan } from './plan.js';
import { inputServer } from './server.js';

const plan = JSON.parse(process.argv[2] ?? '') as Plan;
const server = inputServer(archivesOf(plan, answersOf(loadCorpus().files)), plan.inputs);
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
