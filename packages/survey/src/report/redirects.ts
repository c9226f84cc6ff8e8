/**
 * Redirects across inputs, answered within the survey: what the robots.txt at the target says holds for the site that redirects (RFC 9309 §2.3.1.2).
 *
 * The tables have the answers within each input (rows/redirects.ts). DuckDB finds those of redirects whose target is in another input, by the same rules,
 * so that the report is the same however captures are spread over inputs. The tables on disk stay as they are.
 */
import { type AnyProfile, PROFILES, type Profile } from 'robotstream';
import { profileOf } from '../questions.js';
import { meaningOfTooManyRedirects } from '../rows/outcome.js';
import { MAX_HOPS } from '../rows/redirects.js';
import { AFTER_TOO_MANY, NOT_CAPTURED } from '../rows/verdict-rows.js';
import { type Engine, sqlText } from './engine.js';

/** Captures without a date are as old as can be. */
const AT = `coalesce(fetchedAt, TIMESTAMP '1970-01-01')`;

/** The URL of a capture, in the form of `location` for a robots.txt. */
const KEY_OF = `CREATE OR REPLACE TEMP MACRO redirect_key(url, authority) AS
CASE WHEN authority IS NOT NULL AND regexp_matches(url, '^[^/?#]+//[^/?#]*/robots\\.txt(#.*)?$', 's') THEN authority || '/robots.txt' ELSE url END`;

/** The key of a capture. */
const KEY = 'redirect_key(url, authority)';

/** Each redirect, where its chain leads next, and whether the chain has been in another input. */
const BEGIN = `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, ${AT} AS moment, location AS target, false AS across
FROM captures WHERE outcome = 'redirect' AND location IS NOT NULL`;

/** The captures that redirects lead to. Of several at the same time one is taken, always the same. */
const TARGETS = `CREATE OR REPLACE TEMP TABLE redirect_targets AS
SELECT DISTINCT ON (target, moment) ${KEY} AS target, ${AT} AS moment, source, inputOffset, offsetInMember, CASE outcome WHEN 'redirect' THEN location END AS onward
FROM captures WHERE outcome <> 'no-payload' AND ${KEY} IN (SELECT target FROM redirect_hops)
ORDER BY target, moment, source, inputOffset, offsetInMember`;

/** What chains end with: a capture; without one, more hops than are followed, or a target that no input has. */
const ENDS = `CREATE OR REPLACE TEMP TABLE redirect_ends
(source VARCHAR, inputOffset BIGINT, offsetInMember BIGINT, across BOOLEAN, tooMany BOOLEAN, toSource VARCHAR, toOffset BIGINT, toMember BIGINT)`;

/** One hop: the capture of the target that is nearest in time to the redirect. Two joins find the nearest before and after, however many there are. */
const FOLLOW = `CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT * EXCLUDE (across, is_later), across OR coalesce(to_source <> source, false) AS across
FROM (
  SELECT hop.*, later.moment IS NOT NULL
      AND (earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)) AS is_later,
    ${['source', 'inputOffset', 'offsetInMember', 'onward']
      .map((name) => `CASE WHEN is_later THEN later.${name} ELSE earlier.${name} END AS to_${name}`)
      .join(',\n    ')}
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
)`;

const KEEP = `INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, false, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_onward IS NULL`;

const GO_ON = `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target, across FROM redirect_found WHERE to_onward IS NOT NULL`;

const TOO_MANY = `INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, true, NULL, NULL, NULL FROM redirect_hops`;

/**
 * The redirects whose verdicts are not those of the tables: whose chains have been in another input, and those that were not answered within their own,
 * because it has too many captures.
 */
const ANSWERED_REDIRECTS = `CREATE OR REPLACE TEMP TABLE redirect_answers AS
SELECT ends.* FROM redirect_ends ends
LEFT JOIN (
  SELECT source, inputOffset, offsetInMember FROM verdicts
  WHERE agent = (SELECT min(agent) FROM verdicts) AND path = (SELECT min(path) FROM verdicts) AND allowed IS NULL AND answeredBy IS NULL
  GROUP BY ALL
) AS unanswered USING (source, inputOffset, offsetInMember)
WHERE across OR unanswered.source IS NOT NULL`;

/** What a verdict of the redirect gets from that of the target. The site, the time, the crawler and its profile are those of the redirect. */
const TAKEN = [
  'directive',
  'pattern',
  'selectedBy',
  'refusedShare',
  'crawlDelay',
  'appliedUsage',
  'statedUsage',
];

/** What more redirects than are followed may mean, too. */
const MEANT = ['allowed', 'reason', 'restriction'] as const;

const ANSWERS = `CREATE OR REPLACE TEMP TABLE redirect_verdicts AS
SELECT stated.source, stated.inputOffset, stated.offsetInMember, url, agent, profile, path, line, ${[...MEANT, ...TAKEN].join(', ')} FROM stated_verdicts stated
SEMI JOIN redirect_answers found ON stated.source = found.toSource AND stated.inputOffset = found.toOffset AND stated.offsetInMember = found.toMember`;

/** What more redirects than are followed mean under each profile. */
function meanings(profiles: readonly Profile[]): string {
  const rows = profiles.map(({ name, access }) => {
    const { allowed, reason, restriction } = AFTER_TOO_MANY[meaningOfTooManyRedirects(access)];
    return `(${[name, reason, restriction].map((text) => (text === null ? 'NULL' : sqlText(text))).join(', ')}, ${allowed})`;
  });
  return `CREATE OR REPLACE TEMP TABLE redirect_meanings AS
SELECT profile, reason::VARCHAR AS reason, restriction::VARCHAR AS restriction, allowed::BOOLEAN AS allowed
FROM (VALUES ${rows.join(', ')}) AS meant(profile, reason, restriction, allowed)`;
}

const SAME_CAPTURE =
  'found.source = stated.source AND found.inputOffset = stated.inputOffset AND found.offsetInMember = stated.offsetInMember';

const RENAME = `DROP VIEW IF EXISTS stated_verdicts;
ALTER VIEW verdicts RENAME TO stated_verdicts`;

const VERDICTS = `CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT stated.* FROM stated_verdicts stated ANTI JOIN redirect_answers found ON ${SAME_CAPTURE}
UNION ALL
SELECT stated.* REPLACE (
  answer.url AS answeredBy, coalesce(answer.line, 0) AS line, ${TAKEN.map((name) => `answer.${name} AS ${name}`).join(', ')},
  ${MEANT.map((name) => `CASE WHEN tooMany THEN meant.${name} ${name === 'reason' ? `WHEN toSource IS NULL THEN ${sqlText(NOT_CAPTURED.reason as string)} ` : ''}ELSE answer.${name} END AS ${name}`).join(',\n  ')})
FROM stated_verdicts stated
JOIN redirect_answers found ON ${SAME_CAPTURE}
LEFT JOIN redirect_meanings meant ON meant.profile = stated.profile
LEFT JOIN redirect_verdicts answer ON answer.source = found.toSource AND answer.inputOffset = found.toOffset AND answer.offsetInMember = found.toMember
  AND answer.agent = stated.agent AND answer.profile = stated.profile AND answer.path = stated.path`;

/**
 * Makes the view `verdicts` one whose redirects are answered by the capture of their target that is nearest in time, after up to five hops; after more, as in a
 * loop, as their profile says. A chain that leaves the survey stays without an answer. Needs the table of captures, which says where redirects lead.
 */
export async function resolveRedirects(engine: Engine): Promise<void> {
  await engine.rows(KEY_OF);
  await engine.rows(BEGIN);
  if (!(await hasHops(engine))) return;
  await engine.rows(TARGETS);
  await engine.rows(ENDS);
  for (let hop = 0; hop < MAX_HOPS && (await hasHops(engine)); hop++)
    for (const statement of [FOLLOW, KEEP, GO_ON]) await engine.rows(statement);
  for (const statement of [TOO_MANY, ANSWERED_REDIRECTS, RENAME, ANSWERS]) await engine.rows(statement);
  await engine.rows(meanings(await profilesOf(engine)));
  await engine.rows(VERDICTS);
}

/** The statements of {@link resolveRedirects}, whatever the tables have. */
export function redirectStatements(): readonly string[] {
  const hops = Array.from({ length: MAX_HOPS }, () => [FOLLOW, KEEP, GO_ON]).flat();
  const after = [TOO_MANY, ANSWERED_REDIRECTS, RENAME, ANSWERS, meanings(Object.values(PROFILES)), VERDICTS];
  return [KEY_OF, BEGIN, TARGETS, ENDS, ...hops, ...after];
}

/** The profiles of the verdicts, as far as they are known. */
async function profilesOf(engine: Engine): Promise<readonly Profile[]> {
  const found = await engine.rows('SELECT DISTINCT profile FROM stated_verdicts WHERE profile IS NOT NULL');
  const names = found.map(({ profile }) => profile as Extract<AnyProfile, string>);
  const others = names.filter((name) => !Object.hasOwn(PROFILES, name));
  const profiles = others.map((profile) => profileOf({ profile }).catch(() => undefined));
  const known = (await Promise.all(profiles)).filter((profile) => profile !== undefined);
  return [...Object.values(PROFILES), ...known];
}

async function hasHops(engine: Engine): Promise<boolean> {
  return (await engine.rows('SELECT 1 AS one FROM redirect_hops LIMIT 1')).length > 0;
}
