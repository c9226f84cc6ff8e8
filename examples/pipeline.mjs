/**
 * Node streams: the findings about a file, one by one, while it is read. Errors and an early end are `pipeline`'s to
 * handle; at 500 KiB the file is closed and the pipeline ends well.
 */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { isLineEvent, LineTransform } from 'robotstream';

await pipeline(
  createReadStream(new URL('robots.txt', import.meta.url)),
  new LineTransform(),
  async (events) => {
    for await (const event of events) {
      if (!isLineEvent(event)) continue;
      for (const { severity, code } of event.diagnostics)
        console.log(`line ${event.line}: ${severity} ${code}`);
    }
  },
);
