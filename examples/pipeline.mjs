/**
 * Node streams: the findings about a file, one by one, while it is read. `pipeline` handles errors; at 500 KiB `lineEvents`
 * closes the file and the pipeline ends well.
 */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { lineDiagnostics, lineEvents } from 'robotstream';

const file = createReadStream(new URL('robots.txt', import.meta.url));
await pipeline(file, lineEvents, async (events) => {
  for await (const event of events) {
    for (const { line, severity, code } of lineDiagnostics(event))
      console.log(`line ${line}: ${severity} ${code}`);
  }
});
