/**
 * Any source in a loop: leaving the loop early closes the source. `lineEventBatches` yields an array for each chunk and is
 * faster if you want all lines.
 */
import { createReadStream } from 'node:fs';
import { lineEvents } from 'robotstream';

for await (const event of lineEvents(createReadStream(new URL('robots.txt', import.meta.url)))) {
  if (event.type !== 'user-agent') continue;
  console.log(`The first group begins on line ${event.line}, for ${event.value}`);
  break;
}
