/**
 * Redirects across inputs, answered within the survey: what the robots.txt at the target says holds for the site that redirects (RFC 9309 §2.3.1.2).
 *
 * The tables have the answers within each input (rows/redirects.ts). DuckDB finds those of redirects whose target is in another input, by the same rules,
 * so that the report is the same however captures are spread over inputs. The tables on disk stay as they are.
 */
import { type AnyProfile, PROFILES, type Profile } from 'robotstream';
import { ROBOTS_TXT_PATH } from 'robotstream/internal';
import { profileOf } from '../questions.js';
import { meaningOfTooManyRedirects } from '../rows/outcome.js';
import { MAX_HOPS } from '../rows/redirects.js';
import { AFTER_TOO_MANY, NOT_CAPTURED } from '../rows/verdict-rows.js';
import { type Engine, sqlText } from './engine.js';
import { IS_ROBOTS_TXT } from './robots-txt-url.js';

/** Captures without a date are as old as can be. */
const AT = 'coalesce(epoch_us(fetchedAt), 0)';

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
SELECT source, row_number() OVER (ORDER BY source) AS input FROM (SELECT DISTINCT source FROM captures)`;

/** Each redirect, where its chain leads next, and whether the chain has been in another input. */
const BEGIN = `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect_number(input, inputOffset, offsetInMember) AS redirect, ${AT} AS moment, md5_number(location) AS target, false AS across
FROM captures JOIN redirect_inputs USING (source) WHERE outcome = 'redirect' AND location IS NOT NULL`;

/** The captures that redirects lead to: of several at the same time the first one. Where they lead next is 0 for those that are no redirect. */
const TARGETS = `CREATE OR REPLACE TEMP TABLE redirect_targets AS
SELECT target, moment, min(capture) AS capture, arg_min(onward, capture) AS onward
FROM (
  SELECT md5_number(redirect_key(url, authority)) AS target, ${AT} AS moment, redirect_number(input, inputOffset, offsetInMember) AS capture,
    CASE WHEN outcome = 'redirect' AND location IS NOT NULL THEN md5_number(location) ELSE 0 END AS onward
  FROM captures JOIN redirect_inputs USING (source) WHERE outcome <> 'no-payload'
)
SEMI JOIN redirect_hops USING (target)
GROUP BY target, moment`;

/** What chains end with: a capture; without one, more hops than are followed, or a target that no input has. */
const ENDS = `CREATE OR REPLACE TEMP TABLE redirect_ends (redirect HUGEINT, across BOOLEAN, tooMany BOOLEAN, capture HUGEINT)`;

/**
 * One hop: the capture of the target that is nearest in time to the redirect. Two joins find the nearest before and after, however many there are. Each hop is
 * a statement of its own, because DuckDB has no ASOF joins in recursive queries.
 */
const NEXT = `CREATE OR REPLACE TEMP VIEW redirect_next AS
SELECT redirect, moment, onward, capture, across OR coalesce(redirect_input(capture) <> redirect_input(redirect), false) AS across
FROM (
  SELECT redirect, hop.moment AS moment, across,
    later.moment IS NOT NULL AND (earlier.moment IS NULL OR later.moment - hop.moment < hop.moment - earlier.moment) AS is_later,
    CASE WHEN is_later THEN later.capture ELSE earlier.capture END AS capture,
    CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS onward
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
)`;

/** Takes a hop. Chains that have ended are kept, and the others go on. */
const HOP = [
  `CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next`,
  `INSERT INTO redirect_ends SELECT redirect, across, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0`,
  `CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target, across FROM redirect_found WHERE onward <> 0`,
];

const TOO_MANY = `INSERT INTO redirect_ends SELECT redirect, across, true, NULL FROM redirect_hops`;

/**
 * The redirects whose verdicts are not those of the tables: whose chains have been in another input, and those that lead to a capture of their own which was
 * not remembered.
 */
const ANSWERED_REDIRECTS = `CREATE OR REPLACE TEMP TABLE redirect_answers AS
WITH unanswered AS (
  SELECT DISTINCT redirect_number(input, inputOffset, offsetInMember) AS redirect FROM verdicts JOIN redirect_inputs USING (source)
  WHERE agent = (SELECT min(agent) FROM verdicts) AND path = (SELECT min(path) FROM verdicts) AND allowed IS NULL AND answeredBy IS NULL
)
SELECT own.source AS source, ${placeOf('redirect')}, tooMany, target.source AS toSource, ${placeOf('capture', 'to_')}
FROM redirect_ends ends
LEFT JOIN unanswered USING (redirect)
JOIN redirect_inputs own ON own.input = redirect_input(redirect)
LEFT JOIN redirect_inputs target ON target.input = redirect_input(capture)
WHERE across OR (unanswered.redirect IS NOT NULL AND (tooMany OR capture IS NOT NULL))`;

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
LEFT JOIN redirect_verdicts answer ON answer.source = found.toSource AND answer.inputOffset = found.to_inputOffset AND answer.offsetInMember = found.to_offsetInMember
  AND answer.agent = stated.agent AND answer.profile = stated.profile AND answer.path = stated.path`;

/**
 * Makes the view `verdicts` one whose redirects are answered by the capture of their target that is nearest in time, after up to five hops; after more, as in a
 * loop, as their profile says. A chain that leaves the survey stays without an answer. Needs the table of captures, which says where redirects lead.
 */
export async function resolveRedirects(engine: Engine): Promise<void> {
  for (const statement of [IS_ROBOTS_TXT, MACROS, INPUTS, BEGIN]) await engine.rows(statement);
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
  const after = [TOO_MANY, ANSWERED_REDIRECTS, RENAME, ANSWERS, meanings(Object.values(PROFILES)), VERDICTS];
  return [IS_ROBOTS_TXT, MACROS, INPUTS, BEGIN, TARGETS, ENDS, NEXT, ...hops, ...after];
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
