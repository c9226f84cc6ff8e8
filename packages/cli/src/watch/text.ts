/**
 * The findings of a run and the history of sites, as text and as JSON.
 */
import type { CommandContext } from '../../../command-line/src/command.js';
import { count, jsonText, type Style, visible } from '../../../command-line/src/terminal.js';
import type { Noticed } from './events.js';
import { sharedTitles } from './guards.js';
import { isFailing, type SiteRecord, STATES, type WatchEvent } from './records.js';

/** How many sites without news are listed when they are seen for the first time. */
const MAX_FIRST = 20;

/** The findings about sites as text. Only a terminal is told how many sites there is nothing to say about. */
export function* watchedText(
  sites: readonly Noticed[],
  { isTTY }: CommandContext['stdout'],
  style: Style,
): Generator<string, void> {
  const news = sites.filter(isNews);
  for (const site of news) {
    yield `${style.bold(visible(site.record.url))}\n`;
    for (const event of site.events) yield eventText(event, style);
    yield* stillText(site, style);
    yield '\n';
  }
  const first = sites.filter((site) => site.isFirst && !isNews(site));
  if (first.length > 0) yield `${style.bold('Seen for the first time, so compared with nothing yet:')}\n`;
  for (const { record } of first.slice(0, MAX_FIRST))
    yield `  ${visible(record.url)}: ${STATES[record.state]}\n`;
  if (first.length > MAX_FIRST) yield `  and ${count(first.length - MAX_FIRST, 'more site')}\n`;
  const quiet = sites.length - news.length - first.length;
  if (isTTY === true && quiet > 0) yield `${style.good(`${count(quiet, 'site')} without a change`)}\n`;
}

function eventText({ title, details }: WatchEvent, style: Style): string {
  const lines = details.map((line) => `    ${style.dim(visible(line))}\n`);
  return `  ${visible(title)}\n${lines.join('')}`;
}

/** Whether there is something to say about a site. */
export function isNews({ record, events }: Noticed): boolean {
  return events.length > 0 || isFailing(record.state) || record.broken.length > 0;
}

/** The failures and unmet expectations that last since an earlier run. */
function* stillText({ record, events, stillBroken }: Noticed, style: Style): Generator<string, void> {
  const { state, since } = record;
  if (isFailing(state) && !events.some(({ kind }) => kind === state)) {
    yield `  ${style.warning(`still, since ${dateText(since)}: ${STATES[state]}`)}\n`;
  }
  for (const { title } of sharedTitles(stillBroken)) {
    yield `  ${style.warning(`expectation still not met: ${visible(title)}`)}\n`;
  }
}

function dateText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Sites as JSON, a line for each. */
export function* watchedJson(sites: readonly Noticed[]): Generator<string, void> {
  for (const { record, isFirst, events } of sites) {
    const { url, state, since, broken } = record;
    yield `${jsonText({ url, state, since, isFirst, broken, events })}\n`;
  }
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
