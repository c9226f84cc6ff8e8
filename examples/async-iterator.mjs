/**
 * Any source in a loop: leaving it early lets the source go. `lineEventBatches` gives an array for each chunk and is
 * faster where all lines are wanted.
 */
import { createReadStream } from 'node:fs';
import { lineEvents } from 'robotstream';

for await (const event of lineEvents(createReadStream(new URL('robots.txt', import.meta.url)))) {
  if (event.type !== 'user-agent') continue;
  console.log(`The first group begins on line ${event.line}, for ${event.value}`);
  break;
}
