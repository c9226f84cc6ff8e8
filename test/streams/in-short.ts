/** Events in short: enough to tell whether a stream lost, repeated or moved one. */
import type { RobotsEvent } from '../../src/core.js';
import { isLineEvent } from '../../src/stream/events.js';

/** Type and place of an event. That all of it is the same however octets are cut, is tested on the parser itself. */
export function inShort(event: RobotsEvent): string {
  if (!isLineEvent(event)) return JSON.stringify(event);
  return `${event.type} ${event.line} ${event.span.start} ${event.span.end} ${event.octets.length}`;
}
