/**
 * The findings of a run and the history of sites, as text and as JSON.
 */
import { count, jsonText, type Style, visible } from '../../../command-line/src/terminal.js';
import type { Noticed } from './events.js';
import { sharedTitles } from './guards.js';
import { type SiteRecord, STATES, type WatchEvent } from './records.js';

/** How many sites without news are listed when they are seen for the first time. */
const MAX_FIRST = 20;

/**
 * The findings about sites as text.
 *
 * @param sites those with news
 * @param first those without that are seen for the first time
 * @param quiet how many others there are, for the last line; 0 for no such line
 */
export function* watchedText(
  sites: readonly Noticed[],
  first: readonly Noticed[],
  quiet: number,
  style: Style,
): Generator<string, void> {
  for (const { record, events, stillBroken } of sites) {
    yield `${style.bold(visible(record.url))}\n`;
    for (const event of events) yield eventText(event, style);
    yield* stillText(record, events, stillBroken, style);
    yield '\n';
  }
  if (first.length > 0) yield `${style.bold('Seen for the first time, so compared with nothing yet:')}\n`;
  for (const { record } of first.slice(0, MAX_FIRST))
    yield `  ${visible(record.url)}: ${STATES[record.state]}\n`;
  if (first.length > MAX_FIRST) yield `  and ${count(first.length - MAX_FIRST, 'more site')}\n`;
  if (quiet > 0) yield `${style.good(`${count(quiet, 'site')} without a change`)}\n`;
}

function eventText({ title, details }: WatchEvent, style: Style): string {
  const lines = details.map((line) => `    ${style.dim(visible(line))}\n`);
  return `  ${visible(title)}\n${lines.join('')}`;
}

/** The failures and unmet expectations that last since an earlier run. */
function* stillText(
  record: SiteRecord,
  events: readonly WatchEvent[],
  stillBroken: readonly string[],
  style: Style,
): Generator<string, void> {
  const { state, since } = record;
  const isOld = !events.some(({ kind }) => kind === state);
  if (isOld && (state === 'unreachable' || state === 'not-a-robots-txt')) {
    yield `  ${style.warning(`still, since ${dateText(since)}: ${STATES[state]}`)}\n`;
  }
  for (const { title } of sharedTitles(stillBroken)) {
    yield `  ${style.warning(`expectation still not met: ${visible(title)}`)}\n`;
  }
}

function dateText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A site as one line of JSON. */
export function watchedJson({ record, isFirst, events }: Noticed): object {
  const { url, state, since, broken } = record;
  return { url, state, since, isFirst, broken, events };
}

/**
 * The events of sites, oldest first.
 *
 * @param urls the robots.txt of which sites; empty for all
 */
export function* historyText(
  sites: readonly SiteRecord[],
  urls: readonly string[],
  asJson: boolean,
  style: Style,
): Generator<string, void> {
  const wanted = new Set(urls);
  const events = sites
    .filter(({ url }) => wanted.size === 0 || wanted.has(url))
    .flatMap(({ history }) => history)
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  for (const event of events) {
    if (asJson) yield `${jsonText(event)}\n`;
    else
      yield `${style.dim(dateText(Date.parse(event.at)))}  ${style.bold(visible(event.url))}\n${eventText(event, style)}`;
  }
}
