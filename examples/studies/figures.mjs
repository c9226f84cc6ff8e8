/**
 * Published figures about robots.txt again: as a study counts, and as robotstream counts the same captures. Run it:
 *
 *     node examples/studies/figures.mjs common-crawl CC-MAIN-2024-*.robotstxt.warc.gz > figures.csv
 */
import { pathToFileURL } from 'node:url';
import { survey, surveyRows } from '@robotstream/survey';
import { parseSync } from 'robotstream';
import { judge, pathsToTry, readAsAlmanac, readAsCommonCrawl } from './readings.mjs';

const hostOf = (url) => new URL(url).hostname;
const siteOf = (url) => hostOf(url).replace(/^www\./, '');

/** The media types with which Common Crawl's study reads a file. */
const PLAIN_TYPES = ['text/x-robots', 'text/plain', 'message/rfc822', 'text/text', 'text/txt', 'text'];

/** What each study counts: what a site is, which captures it reads, and what it says of a file for a crawler. */
export const STUDIES = {
  'web-almanac': {
    unitOf: (url) => new URL(url).origin,
    reads: () => true,
    read(octets) {
      const found = readAsAlmanac(new TextDecoder().decode(octets));
      return (agent) => {
        const hasRules = found.get(agent.toLowerCase());
        return { named: hasRules !== undefined, 'named-with-rules': hasRules === true };
      };
    },
  },
  'common-crawl': {
    unitOf: hostOf,
    reads: ({ httpStatus, contentType }) =>
      httpStatus === null ||
      (httpStatus === 200 && PLAIN_TYPES.includes((contentType ?? '').split(';')[0].trim().toLowerCase())),
    read(octets) {
      const classes = [...readAsCommonCrawl(octets)];
      return (agent) => {
        const own = classes.filter(([name]) => name.toLowerCase() === agent.toLowerCase());
        return Object.fromEntries([['named', own.length > 0], ...own.map(([, found]) => [found, true])]);
      };
    },
  },
  imc25: {
    unitOf: siteOf,
    reads: ({ httpStatus }) => httpStatus === null || httpStatus === 200,
    read(octets) {
      const document = parseSync(octets);
      const paths = pathsToTry(new TextDecoder().decode(octets));
      return (agent) => {
        const matcher = document.matcher({ agents: agent, profile: 'google' });
        return { [judge((url) => matcher.isAllowed(url), paths)]: true };
      };
    },
  },
};

/** What robotstream says of a file for a crawler, by the questions of all studies. */
function ownAnswers(octets, questions) {
  const rows = surveyRows({ url: 'https://example.com/robots.txt', body: octets }, questions);
  return rows.map(({ row: { selectedBy, restriction } }) => {
    const named = selectedBy === 'token';
    const degree = restriction === 'all' || restriction === 'none' ? restriction : 'some';
    return {
      named,
      'named-with-rules': named,
      'disallow-all': named && degree === 'all',
      'allow-all': named && degree === 'none',
      'allow-part': named && degree === 'some',
      [degree]: true,
    };
  });
}

/**
 * Counts, for each month, question and crawler, the sites of a study and those of robotstream, and names one that only one of them counts.
 *
 * @param {keyof typeof STUDIES} name
 * @param {Iterable<string>} archives
 * @param {readonly string[]} agents
 */
export async function figures(name, archives, agents) {
  const { unitOf, reads, read } = STUDIES[name];
  const questions = { agents };
  /** By digest, what a file says to each crawler. */
  const answers = new Map();
  /** The last capture of each unit and month. */
  const theirs = new Map();
  const ours = new Map();
  for (const archive of archives) {
    for await (const { table, row } of survey(archive, { tables: ['captures', 'bodies'] })) {
      if (table === 'bodies') {
        const octets = Buffer.from(row.body, 'base64');
        const theirAnswer = read(octets);
        answers.set(row.digest, { theirs: agents.map(theirAnswer), ours: ownAnswers(octets, questions) });
      }
      if (table !== 'captures' || row.authority === null) continue;
      const month = row.fetchedAt?.slice(0, 7) ?? '';
      if (reads(row)) keepLast(theirs, `${month} ${unitOf(row.url)}`, row);
      if (row.outcome !== 'redirect' && row.outcome !== 'no-payload')
        keepLast(ours, `${month} ${siteOf(row.url)}`, row);
    }
  }
  return countsOf(agents, answers, theirs, ours);
}

function keepLast(kept, key, { url, fetchedAt, digest, outcome }) {
  if ((kept.get(key)?.fetchedAt ?? '') <= (fetchedAt ?? ''))
    kept.set(key, { url, fetchedAt, digest, outcome });
}

function countsOf(agents, answers, theirs, ours) {
  const figures = new Map();
  const count = (side, key, { url, digest }) => {
    for (const [nth, agent] of agents.entries()) {
      for (const [question, holds] of Object.entries(answers.get(digest)?.[side][nth] ?? {})) {
        if (!holds) continue;
        const id = `${key.slice(0, key.indexOf(' '))},${question},${agent}`;
        const figure = figures.get(id) ?? { theirs: 0, ours: 0, sites: new Map() };
        figures.set(id, figure);
        figure[side]++;
        const site = siteOf(url);
        figure.sites.set(site, (figure.sites.get(site) ?? 0) + (side === 'theirs' ? 1 : -1));
      }
    }
  };
  for (const [key, capture] of theirs) count('theirs', key, capture);
  for (const [key, capture] of ours)
    if (capture.outcome === 'success' || capture.outcome === 'not-robots') count('ours', key, capture);
  const asked = new Set([...figures].filter(([, { theirs: n }]) => n > 0).map(([id]) => id.split(',')[1]));
  return [...figures]
    .filter(([id]) => asked.has(id.split(',')[1]))
    .map(([id, { sites, ...counts }]) => {
      const [month, question, agent] = id.split(',');
      const differing = [...sites].find(([, more]) => more !== 0)?.[0] ?? '';
      return { month, question, agent, ...counts, differing };
    })
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , study, ...archives] = process.argv;
  if (!Object.hasOwn(STUDIES, study ?? '')) throw new Error(`one of ${Object.keys(STUDIES)} is expected`);
  console.log('month,question,agent,theirs,ours,differing');
  for (const row of await figures(study, archives, ['GPTBot', 'CCBot', 'ClaudeBot', 'Google-Extended']))
    console.log(Object.values(row).join(','));
}
