/** What the client does, in short, against a server of its own. Prints `client: ok`. */
import { createServer } from 'node:http';
import { createClient, fetchRobots } from '@robotstream/client';

const server = createServer((request, response) => {
  response.end(
    request.url === '/robots.txt' ? 'User-agent: FooBot\nDisallow: /private\nCrawl-delay: 2\n' : '',
  );
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const settings = { userAgent: 'FooBot/1.0', addresses: 'any' };

const result = await fetchRobots(origin, settings);
expectSame([result.outcome, result.document?.groups.length], ['success', 1]);

const client = createClient({ ...settings, agents: 'FooBot' });
expectSame(await client.isAllowed(`${origin}/private`), false);
const { allowed, provenance } = await client.check(`${origin}/`);
expectSame([allowed, provenance?.outcome], [true, 'success']);
expectSame(await client.crawlDelay(`${origin}/`), 2);
await client.close();
await new Promise((resolve) => server.close(resolve));
console.log('client: ok');

function expectSame(actual, expected) {
  const [is, should] = [actual, expected].map((value) => JSON.stringify(value));
  if (is !== should) throw new Error(`${is} instead of ${should}`);
}
