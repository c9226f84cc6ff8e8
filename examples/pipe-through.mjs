/**
 * Web streams, as they are in browsers, workers, Deno and Bun: the rules of a fetched file, as they arrive.
 */
import { LineTransformStream } from 'robotstream/web';

const response = await fetch(
  'data:text/plain,User-agent:%20*%0ADisallow:%20/search%0AAllow:%20/search/about',
);

for await (const event of response.body.pipeThrough(new LineTransformStream())) {
  if (event.type === 'allow' || event.type === 'disallow') console.log(`${event.type} ${event.value}`);
}
