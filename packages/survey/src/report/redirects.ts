/**
 * Redirects, answered within the survey: what the robots.txt at the target says holds for the site that redirects (RFC 9309 §2.3.1.2), also if its capture
 * is in another input. The tables on disk stay as they are.
 */
import { type AnyProfile, PROFILES, type Profile } from 'robotstream';
import { ROBOTS_TXT_PATH, ROBOTS_TXT_URL } from 'robotstream/internal';
import { profileOf } from '../questions.js';
import { meaningOfTooManyRedirects } from '../rows/outcome.js';
import { AFTER_TOO_MANY } from '../rows/verdict-rows.js';
import { type Engine, sqlText } from './engine.js';

/** The definition of the URL of a site's robots.txt. Other captures answer redirects, but are not what a site says. */
export const IS_ROBOTS_TXT = `CREATE OR REPLACE TEMP MACRO is_robots_txt(url) AS regexp_matches(url, ${sqlText(ROBOTS_TXT_URL.source)})`;

/** How many redirects are followed: as many as every profile follows. */
export const MAX_HOPS = 5;

/** The reason of a redirect whose target is not in the survey. */
const NOT_CAPTURED = 'redirect-not-captured';

/** Every offset is below this: 256 TiB. */
const OFFSETS = 2n ** 48n;

/**
 * The URL of a capture, in the form of `location` for a robots.txt, and the number of a capture: that of its input, by name, and its place there. Numbers
 * take less memory than texts, and the least one is that of the first capture.
 */
const MACROS = `CREATE OR REPLACE TEMP MACRO redirect_key(url, authority) AS
  CASE WHEN authority IS NOT NULL AND is_robots_txt(url) THEN authority || ${sqlText(ROBOTS_TXT_PATH)} ELSE url END;
CREATE OR REPLACE TEMP MACRO redirect_number(input, inputOffset, offsetInMember) AS
  (input::HUGEINT * ${OFFSETS} + inputOffset) * ${OFFSETS} + offsetInMember;
CREATE OR REPLACE TEMP MACRO redirect_input(number) AS (number // ${OFFSETS ** 2n})::BIGINT`;

const INPUTS = `CREATE OR REPLACE TEMP TABLE redirect_inputs AS
SELECT source, row_number() OVER (ORDER BY source) AS input FROM (SELECT DISTINCT source FROM verdicts)`;

/** Each capture once. A capture without a date is as old as can be; one that says nothing, as without a payload, answers nothing. */
const CAPTURES = `CREATE OR REPLACE TEMP VIEW redirect_captures AS
SELECT redirect_number(input, inputOffset, offsetInMember) AS capture, coalesce(epoch_us(fetchedAt), 0) AS moment,
  md5_number(redirect_key(url, authority)) AS key, coalesce(md5_number(location), 0) AS onward
FROM verdicts JOIN redirect_inputs USING (source)
WHERE agent = (SELECT min(agent) FROM verdicts) AND path = (SELECT min(path) FROM verdicts) AND (allowed IS NOT NULL OR location IS NOT NULL)`;

/** Each redirect, and where its chain leads next. */
const BEGIN = `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT DISTINCT capture AS redirect, moment, onward AS target FROM redirect_captures WHERE onward <> 0`;

/** The captures that redirects lead to: of several at the same time the first one. Where they lead next is 0 for those that are no redirect. */
const TARGETS = `CREATE OR REPLACE TEMP TABLE redirect_targets AS
SELECT key AS target, moment, min(capture) AS capture, arg_min(onward, capture) AS onward
FROM redirect_captures SEMI JOIN redirect_hops ON redirect_hops.target = key
GROUP BY key, moment`;

/** What chains end with: a capture; without one, more hops than are followed, or a target that no input has. */
const ENDS = `CREATE OR REPLACE TEMP TABLE redirect_ends (redirect HUGEINT, tooMany BOOLEAN, capture HUGEINT)`;

/**
 * One hop: the capture of the target that is nearest in time to the redirect. Two joins find the nearest before and after, however many there are. Each hop is
 * a statement of its own, because DuckDB has no ASOF joins in recursive queries.
 */
const NEXT = `CREATE OR REPLACE TEMP VIEW redirect_next AS
SELECT redirect, hop.moment AS moment,
  later.moment IS NOT NULL AND (earlier.moment IS NULL OR later.moment - hop.moment < hop.moment - earlier.moment) AS is_later,
  CASE WHEN is_later THEN later.capture ELSE earlier.capture END AS capture,
  CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS onward
FROM redirect_hops hop
ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment`;

/** Takes a hop. Chains that have ended are kept, and the others go on. */
const HOP = [
  `CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next`,
  `INSERT INTO redirect_ends SELECT redirect, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0`,
  `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target FROM redirect_found WHERE onward <> 0`,
];

const TOO_MANY = `INSERT INTO redirect_ends SELECT redirect, true, NULL FROM redirect_hops`;

const ANSWERED_REDIRECTS = `CREATE OR REPLACE TEMP TABLE redirect_answers AS
SELECT own.source AS source, ${placeOf('redirect')}, tooMany, target.source AS toSource, ${placeOf('capture', 'to_')}
FROM redirect_ends
JOIN redirect_inputs own ON own.input = redirect_input(redirect)
LEFT JOIN redirect_inputs target ON target.input = redirect_input(capture)`;

/** The place that the number of a capture has. */
function placeOf(number: string, prefix = ''): string {
  return `(${number} // ${OFFSETS} % ${OFFSETS})::BIGINT AS ${prefix}inputOffset, (${number} % ${OFFSETS})::BIGINT AS ${prefix}offsetInMember`;
}

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
SEMI JOIN redirect_answers found ON stated.source = found.toSource AND stated.inputOffset = found.to_inputOffset AND stated.offsetInMember = found.to_offsetInMember`;

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

const RENAME = `DROP VIEW IF EXISTS stated_verdicts;
ALTER VIEW verdicts RENAME TO stated_verdicts`;

const VERDICTS = `CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT stated.*, NULL AS answeredBy FROM stated_verdicts stated WHERE location IS NULL
UNION ALL
SELECT stated.* REPLACE (
  coalesce(answer.line, 0) AS line, ${TAKEN.map((name) => `answer.${name} AS ${name}`).join(', ')},
  ${MEANT.map((name) => `CASE WHEN tooMany THEN meant.${name} ${name === 'reason' ? `WHEN toSource IS NULL THEN ${sqlText(NOT_CAPTURED)} ` : ''}ELSE answer.${name} END AS ${name}`).join(',\n  ')}),
  answer.url AS answeredBy
FROM stated_verdicts stated
JOIN redirect_answers found ON found.source = stated.source AND found.inputOffset = stated.inputOffset AND found.offsetInMember = stated.offsetInMember
LEFT JOIN redirect_meanings meant ON meant.profile = stated.profile
LEFT JOIN redirect_verdicts answer ON answer.source = found.toSource AND answer.inputOffset = found.to_inputOffset AND answer.offsetInMember = found.to_offsetInMember
  AND answer.agent = stated.agent AND answer.profile = stated.profile AND answer.path = stated.path`;

/**
 * Makes the view `verdicts` one whose redirects are answered by the capture of their target that is nearest in time, after up to five hops; after more, as in a
 * loop, as their profile says. A chain that leaves the survey stays without an answer. The URL of the capture that answers is the column `answeredBy`.
 */
export async function resolveRedirects(engine: Engine): Promise<void> {
  for (const statement of [IS_ROBOTS_TXT, MACROS, INPUTS, CAPTURES, BEGIN]) await engine.rows(statement);
  if (!(await hasHops(engine))) return;
  for (const statement of [TARGETS, ENDS, NEXT]) await engine.rows(statement);
  for (let hop = 0; hop < MAX_HOPS && (await hasHops(engine)); hop++)
    for (const statement of HOP) await engine.rows(statement);
  for (const statement of [TOO_MANY, ANSWERED_REDIRECTS, RENAME, ANSWERS]) await engine.rows(statement);
  await engine.rows(meanings(await profilesOf(engine)));
  await engine.rows(VERDICTS);
}

/** The statements of {@link resolveRedirects}, whatever the tables have. */
export function redirectStatements(): readonly string[] {
  const hops = Array.from({ length: MAX_HOPS }, () => HOP).flat();
  const before = [IS_ROBOTS_TXT, MACROS, INPUTS, CAPTURES, BEGIN, TARGETS, ENDS, NEXT];
  const after = [TOO_MANY, ANSWERED_REDIRECTS, RENAME, ANSWERS, meanings(Object.values(PROFILES)), VERDICTS];
  return [...before, ...hops, ...after];
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
