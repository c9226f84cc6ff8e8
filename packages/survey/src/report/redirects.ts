/**
 * Redirects, resolved within the survey: what the robots.txt at the target says holds for the site that redirects (RFC 9309 §2.3.1.2).
 *
 * DuckDB does so when all inputs have been read, so that a target may be in another input than its redirect. The tables on disk stay as they are: a
 * verdict of a redirect is null there.
 */
import type { Engine } from './engine.js';

/** How many redirects are followed: as many as RFC 9309 §2.3.1.2 asks for. */
const MAX_HOPS = 5;

/** Captures without a date are as old as can be. */
const AT = `coalesce(fetchedAt, TIMESTAMP '1970-01-01')`;

/** The URL of a capture, in the form of `location` for a robots.txt. */
const KEY = `CASE WHEN authority IS NOT NULL AND regexp_matches(url, '^[^/?#]+//[^/?#]*/robots\\.txt(#.*)?$') THEN authority || '/robots.txt' ELSE url END`;

/** Each redirect, and where its chain leads next. */
const BEGIN = `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, ${AT} AS moment, location AS target FROM captures WHERE outcome = 'redirect' AND location IS NOT NULL`;

/** The captures that redirects lead to. Of several at the same time one is taken, always the same. */
const TARGETS = `CREATE OR REPLACE TEMP TABLE redirect_targets AS
SELECT DISTINCT ON (target, moment) ${KEY} AS target, ${AT} AS moment, source, inputOffset, offsetInMember, CASE outcome WHEN 'redirect' THEN location END AS onward
FROM captures WHERE outcome <> 'no-payload' AND ${KEY} IN (SELECT target FROM redirect_hops)
ORDER BY target, moment, source, inputOffset, offsetInMember`;

const RESOLVED = `CREATE OR REPLACE TEMP TABLE redirect_answers
(source VARCHAR, inputOffset BIGINT, offsetInMember BIGINT, toSource VARCHAR, toOffset BIGINT, toMember BIGINT)`;

/** Whether the capture after the redirect is nearer in time than the one before it. */
const IS_LATER =
  'earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)';

/** One hop: the capture of the target that is nearest in time to the redirect. Two joins find the nearest before and after, however many there are. */
const FOLLOW = `CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT hop.source, hop.inputOffset, hop.offsetInMember, hop.moment,
  ${['source', 'inputOffset', 'offsetInMember', 'onward']
    .map(
      (name) =>
        `CASE WHEN later.moment IS NOT NULL AND (${IS_LATER}) THEN later.${name} ELSE earlier.${name} END AS to_${name}`,
    )
    .join(',\n  ')}
FROM redirect_hops hop
ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment`;

const KEEP = `INSERT INTO redirect_answers SELECT source, inputOffset, offsetInMember, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_source IS NOT NULL AND to_onward IS NULL`;

const GO_ON = `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target FROM redirect_found WHERE to_onward IS NOT NULL`;

/** What a verdict of the redirect gets from that of the target. The site, the time, the crawler and its profile are those of the redirect. */
const ANSWERED = [
  'allowed',
  'line',
  'directive',
  'pattern',
  'reason',
  'selectedBy',
  'restriction',
  'refusedShare',
  'crawlDelay',
  'appliedUsage',
  'statedUsage',
];

const ANSWERS = `CREATE OR REPLACE TEMP TABLE redirect_verdicts AS
SELECT stated.source, stated.inputOffset, stated.offsetInMember, agent, profile, path, ${ANSWERED.join(', ')} FROM stated_verdicts stated
SEMI JOIN redirect_answers found ON stated.source = found.toSource AND stated.inputOffset = found.toOffset AND stated.offsetInMember = found.toMember`;

const SAME_CAPTURE =
  'found.source = stated.source AND found.inputOffset = stated.inputOffset AND found.offsetInMember = stated.offsetInMember';

const VERDICTS = `CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT stated.* FROM stated_verdicts stated ANTI JOIN redirect_answers found ON ${SAME_CAPTURE}
UNION ALL
SELECT stated.* REPLACE (${ANSWERED.map((name) => (name === 'line' ? 'coalesce(answer.line, 0) AS line' : `answer.${name} AS ${name}`)).join(', ')})
FROM stated_verdicts stated
JOIN redirect_answers found ON ${SAME_CAPTURE}
LEFT JOIN redirect_verdicts answer ON answer.source = found.toSource AND answer.inputOffset = found.toOffset AND answer.offsetInMember = found.toMember
  AND answer.agent = stated.agent AND answer.profile = stated.profile AND answer.path = stated.path`;

/**
 * Makes the view `verdicts` one whose redirects are answered by the capture of their target that is nearest in time, after up to five hops. A chain that leaves
 * the survey, is longer or is a loop stays without an answer. Needs the table of captures, which says where redirects lead.
 */
export async function resolveRedirects(engine: Engine): Promise<void> {
  await engine.rows(BEGIN);
  if (!(await hasHops(engine))) return;
  await engine.rows(TARGETS);
  await engine.rows(RESOLVED);
  for (let hop = 0; hop < MAX_HOPS && (await hasHops(engine)); hop++)
    for (const statement of [FOLLOW, KEEP, GO_ON]) await engine.rows(statement);
  await engine.rows('ALTER VIEW verdicts RENAME TO stated_verdicts');
  await engine.rows(ANSWERS);
  await engine.rows(VERDICTS);
}

async function hasHops(engine: Engine): Promise<boolean> {
  return (await engine.rows('SELECT 1 AS one FROM redirect_hops LIMIT 1')).length > 0;
}
