/** What the asynchronous calls add to the synchronous ones that they are made of. */
import { Readable } from 'node:stream';
import { createClient, type RobotsClient } from '@robotstream/client';
import { parse, parseSync } from 'robotstream';
import { MockAgent } from 'undici';
import { atMost, type Findings, type Goal, measurementsOf, resultOf } from '../harness/measurements.js';
import { type Pace, race, type Subject, timesAsFast } from '../harness/race.js';
import { SMALL_FILE_OCTETS } from '../inputs/corpus.js';
import { filesNamed } from '../inputs/file-sets.js';
import { AGENT, urlsFor } from '../inputs/questions.js';
import { randomFrom } from '../inputs/random.js';
import { askPass } from '../subjects/passes.js';

const ORIGIN = 'https://www.example.com';
const URL_SEED = 25;
const URL_COUNT = 1024;

/** How many times as long as the synchronous call each may take. */
const CLIENT_GOAL = 2.5;
const PARSE_GOAL = 2;

const MATCHER = 'matcher.isAllowed(url)';
const CLIENT = 'await client.isAllowed(url)';
const PARSE_SYNC = 'parseSync(octets)';
const PARSE = 'await parse([octets])';

export async function calls({ pace }: { pace: Pace }): Promise<Findings> {
  const octets = filesNamed('huge').files[0].octets.slice(0, SMALL_FILE_OCTETS);
  const verdicts = await overhead(
    'one host, warm',
    await warmSubjects(octets),
    CLIENT,
    MATCHER,
    CLIENT_GOAL,
    pace,
  );
  const parsing = await overhead(
    '2 KiB in one chunk',
    parseSubjects(octets),
    PARSE,
    PARSE_SYNC,
    PARSE_GOAL,
    pace,
  );
  return {
    measurements: [...verdicts.measurements, ...parsing.measurements],
    goals: [...verdicts.goals, ...parsing.goals],
  };
}

/** Races subjects, and compares the time of one with the time of the one that it is made of. */
async function overhead(
  input: string,
  subjects: readonly Subject[],
  outer: string,
  inner: string,
  goal: number,
  pace: Pace,
): Promise<Findings> {
  const results = await race(subjects, pace);
  const cost = timesAsFast(resultOf(results, inner), resultOf(results, outer));
  const goals: Goal[] = [atMost(`${input}: time of ${outer} vs ${inner}`, goal, '×', cost)];
  return { measurements: measurementsOf(input, 'ns', results, inner), goals };
}

async function warmSubjects(octets: Uint8Array): Promise<Subject[]> {
  const urls = urlsFor({ origin: ORIGIN, octets }, URL_COUNT, randomFrom(URL_SEED));
  const matcher = parseSync(octets).matcher({ agents: AGENT });
  const client = await warmClient(octets);
  return [
    { name: MATCHER, run: askPass((url) => matcher.isAllowed(url), urls), perRun: urls.length },
    { name: CLIENT, run: () => askClient(client, urls), perRun: urls.length },
  ];
}

/** A client that has fetched the file, from no network. */
async function warmClient(octets: Uint8Array): Promise<RobotsClient> {
  const dispatcher = new MockAgent();
  dispatcher.disableNetConnect();
  dispatcher.get(ORIGIN).intercept({ path: '/robots.txt' }).reply(200, Buffer.from(octets));
  const client = createClient({ userAgent: `${AGENT}/1.0`, agents: AGENT, dispatcher });
  await client.isAllowed(`${ORIGIN}/`);
  return client;
}

async function askClient(client: RobotsClient, urls: readonly string[]): Promise<number> {
  let allowed = 0;
  for (const url of urls) if (await client.isAllowed(url)) allowed++;
  return allowed;
}

/** A new stream is made each time, because a stream can be read only once; making it is part of the time. */
function parseSubjects(octets: Uint8Array): Subject[] {
  const perRun = 1;
  return [
    { name: PARSE_SYNC, run: () => parseSync(octets).lineCount, perRun },
    { name: PARSE, run: async () => (await parse([octets])).lineCount, perRun },
    {
      name: 'await parse(Readable)',
      run: async () => (await parse(Readable.from([octets], { objectMode: false }))).lineCount,
      perRun,
    },
    {
      name: 'await parse(response.body)',
      run: async () => {
        const { body } = new Response(octets);
        return body === null ? 0 : (await parse(body)).lineCount;
      },
      perRun,
    },
  ];
}
