/**
 * The examples of the READMEs of the core and the client do what they say, against a real server.
 */

import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { type ClientOptions, createClient } from '../../packages/client/src/index.js';
import { startSite } from '../../packages/client/test/client/support/site.js';
import { examplesOf, runExample } from '../support/examples.js';

const EXAMPLES = [...examplesOf('README.md'), ...examplesOf('packages/client/README.md')];

test('the README has examples', () => {
  expect(EXAMPLES.length).toBeGreaterThan(3);
});

test.each(EXAMPLES.map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  const site = await startSite();
  site.answer({ body: 'User-agent: FooBot\nCrawl-delay: 5\nDisallow: /shop/cart\n' });
  // Whatever site an example asks, this one answers.
  const dispatcher = new Agent().compose(
    (dispatch) => (options, handler) => dispatch({ ...options, origin: site.origin }, handler),
  );
  onTestFinished(async () => {
    await dispatcher.close();
    await site.close();
  });
  await runExample(code, {
    createClient: (options: ClientOptions) => createClient({ ...options, dispatcher }),
    fetch: () => fetch(`${site.origin}/robots.txt`),
  });
});
