/** The npm package robots-txt-guard, with what robots-txt-parse reads: the path and query of the URL as WHATWG's parser has them, which it leaves to its users. */
import { Readable } from 'node:stream';
import createGuard from 'robots-txt-guard';
import parse from 'robots-txt-parse';
import { answerEach } from './questions.mjs';

let parsed;
let guard;

await answerEach(async (body, agent, url) => {
  if (body !== parsed) {
    guard = createGuard(await parse(Readable.from([body], { objectMode: false })));
    parsed = body;
  }
  const { pathname, search } = new URL(url);
  return guard.isAllowed(agent, pathname + search);
});
