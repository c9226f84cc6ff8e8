-- What "robotstream survey report tables" computes, for DuckDB. Made by npm run docs.

CREATE OR REPLACE TEMP VIEW captures AS
SELECT * REPLACE (make_timestamp(epoch_us(fetchedAt)) AS fetchedAt) FROM 'tables/captures/*.parquet';

CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT * REPLACE (make_timestamp(epoch_us(fetchedAt)) AS fetchedAt) FROM 'tables/verdicts/*.parquet';

CREATE OR REPLACE TEMP MACRO is_robots_txt(url) AS regexp_matches(url, '^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\\]+\/robots\.txt(?:#|$)');

CREATE OR REPLACE TEMP MACRO redirect_key(url, authority) AS
  CASE WHEN authority IS NOT NULL AND is_robots_txt(url) THEN authority || '/robots.txt' ELSE url END;
CREATE OR REPLACE TEMP MACRO redirect_number(input, inputOffset, offsetInMember) AS
  (input::HUGEINT * 281474976710656 + inputOffset) * 281474976710656 + offsetInMember;
CREATE OR REPLACE TEMP MACRO redirect_input(number) AS (number // 79228162514264337593543950336)::BIGINT;

CREATE OR REPLACE TEMP TABLE redirect_inputs AS
SELECT source, row_number() OVER (ORDER BY source) AS input FROM (SELECT DISTINCT source FROM verdicts);

CREATE OR REPLACE TEMP VIEW redirect_captures AS
SELECT redirect_number(input, inputOffset, offsetInMember) AS capture, coalesce(epoch_us(fetchedAt), 0) AS moment,
  md5_number(redirect_key(url, authority)) AS key, coalesce(md5_number(location), 0) AS onward
FROM verdicts JOIN redirect_inputs USING (source)
WHERE agent = (SELECT min(agent) FROM verdicts) AND path = (SELECT min(path) FROM verdicts) AND (allowed IS NOT NULL OR location IS NOT NULL);

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT DISTINCT capture AS redirect, moment, onward AS target FROM redirect_captures WHERE onward <> 0;

CREATE OR REPLACE TEMP TABLE redirect_targets AS
SELECT key AS target, moment, min(capture) AS capture, arg_min(onward, capture) AS onward
FROM redirect_captures SEMI JOIN redirect_hops ON redirect_hops.target = key
GROUP BY key, moment;

CREATE OR REPLACE TEMP TABLE redirect_ends (redirect HUGEINT, tooMany BOOLEAN, capture HUGEINT);

CREATE OR REPLACE TEMP VIEW redirect_next AS
SELECT redirect, hop.moment AS moment,
  later.moment IS NOT NULL AND (earlier.moment IS NULL OR later.moment - hop.moment < hop.moment - earlier.moment) AS is_later,
  CASE WHEN is_later THEN later.capture ELSE earlier.capture END AS capture,
  CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS onward
FROM redirect_hops hop
ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment;

CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next;

INSERT INTO redirect_ends SELECT redirect, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target FROM redirect_found WHERE onward <> 0;

CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next;

INSERT INTO redirect_ends SELECT redirect, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target FROM redirect_found WHERE onward <> 0;

CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next;

INSERT INTO redirect_ends SELECT redirect, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target FROM redirect_found WHERE onward <> 0;

CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next;

INSERT INTO redirect_ends SELECT redirect, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target FROM redirect_found WHERE onward <> 0;

CREATE OR REPLACE TEMP TABLE redirect_found AS FROM redirect_next;

INSERT INTO redirect_ends SELECT redirect, false, capture FROM redirect_found WHERE coalesce(onward, 0) = 0;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT redirect, moment, onward AS target FROM redirect_found WHERE onward <> 0;

INSERT INTO redirect_ends SELECT redirect, true, NULL FROM redirect_hops;

CREATE OR REPLACE TEMP TABLE redirect_answers AS
SELECT own.source AS source, (redirect // 281474976710656 % 281474976710656)::BIGINT AS inputOffset, (redirect % 281474976710656)::BIGINT AS offsetInMember, tooMany, target.source AS toSource, (capture // 281474976710656 % 281474976710656)::BIGINT AS to_inputOffset, (capture % 281474976710656)::BIGINT AS to_offsetInMember
FROM redirect_ends
JOIN redirect_inputs own ON own.input = redirect_input(redirect)
LEFT JOIN redirect_inputs target ON target.input = redirect_input(capture);

DROP VIEW IF EXISTS stated_verdicts;
ALTER VIEW verdicts RENAME TO stated_verdicts;

CREATE OR REPLACE TEMP TABLE redirect_verdicts AS
SELECT stated.source, stated.inputOffset, stated.offsetInMember, url, agent, profile, path, line, allowed, reason, restriction, directive, pattern, selectedBy, refusedShare, crawlDelay, appliedUsage, statedUsage FROM stated_verdicts stated
SEMI JOIN redirect_answers found ON stated.source = found.toSource AND stated.inputOffset = found.to_inputOffset AND stated.offsetInMember = found.to_offsetInMember;

CREATE OR REPLACE TEMP TABLE redirect_meanings AS
SELECT profile, reason::VARCHAR AS reason, restriction::VARCHAR AS restriction, allowed::BOOLEAN AS allowed
FROM (VALUES ('rfc9309', 'redirects-allow-all', 'none', true), ('google', 'redirects-allow-all', 'none', true), ('draft-koster-rep-00', 'redirects-allow-all', 'none', true), ('koster-1996', NULL, NULL, null)) AS meant(profile, reason, restriction, allowed);

CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT stated.*, NULL AS answeredBy FROM stated_verdicts stated WHERE location IS NULL
UNION ALL
SELECT stated.* REPLACE (
  coalesce(answer.line, 0) AS line, answer.directive AS directive, answer.pattern AS pattern, answer.selectedBy AS selectedBy, answer.refusedShare AS refusedShare, answer.crawlDelay AS crawlDelay, answer.appliedUsage AS appliedUsage, answer.statedUsage AS statedUsage,
  CASE WHEN tooMany THEN meant.allowed ELSE answer.allowed END AS allowed,
  CASE WHEN tooMany THEN meant.reason WHEN toSource IS NULL THEN 'redirect-not-captured' ELSE answer.reason END AS reason,
  CASE WHEN tooMany THEN meant.restriction ELSE answer.restriction END AS restriction),
  answer.url AS answeredBy
FROM stated_verdicts stated
JOIN redirect_answers found ON found.source = stated.source AND found.inputOffset = stated.inputOffset AND found.offsetInMember = stated.offsetInMember
LEFT JOIN redirect_meanings meant ON meant.profile = stated.profile
LEFT JOIN redirect_verdicts answer ON answer.source = found.toSource AND answer.inputOffset = found.to_inputOffset AND answer.offsetInMember = found.to_offsetInMember
  AND answer.agent = stated.agent AND answer.profile = stated.profile AND answer.path = stated.path;

CREATE OR REPLACE TEMP MACRO authority_of(url) AS lower(split_part(url, '/', 3));
CREATE OR REPLACE TEMP MACRO without_www(host) AS CASE WHEN starts_with(host, 'www.') THEN substr(host, 5) ELSE host END;
CREATE OR REPLACE TEMP MACRO host_of(url) AS CASE
  WHEN authority_of(url) IN ('', 'www.') THEN url
  WHEN translate(authority_of(url), '@:?#', '') = authority_of(url) AND NOT ends_with(authority_of(url), '.')
    THEN without_www(authority_of(url))
  ELSE without_www(regexp_replace(authority_of(url), '[?#].*$|^.*@|\.?(:[0-9]*)?$', '', 'g'))
END;

CREATE OR REPLACE TEMP MACRO site_of(url) AS host_of(url);

CREATE OR REPLACE TEMP MACRO is_robots_txt(url) AS regexp_matches(url, '^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#\\]+\/robots\.txt(?:#|$)');

CREATE OR REPLACE TEMP MACRO capture_of(source, inputOffset, offsetInMember) AS
  md5_number(concat(inputOffset, ' ', offsetInMember, ' ', source));
CREATE OR REPLACE TEMP MACRO month_of(fetchedAt, datePrecision) AS
  CASE WHEN datePrecision <> 'year' THEN date_trunc('month', fetchedAt)::DATE END;
CREATE OR REPLACE TEMP MACRO moment_of(fetchedAt, capture) AS
  coalesce(epoch_ms(fetchedAt), 0)::HUGEINT * 4722366482869645213696 + (capture % 4722366482869645213696)::HUGEINT;
CREATE OR REPLACE TEMP MACRO degree_of(restriction) AS list_position(['none', 'paths', 'few', 'many', 'most', 'all'], restriction);

SET VARIABLE one_agent = (SELECT min(agent) FROM verdicts);
SET VARIABLE one_path = (SELECT min(path) FROM verdicts);
CREATE OR REPLACE TEMP TABLE told AS
SELECT md5_number(site) AS site, month, capture, moment_of(fetchedAt, capture) AS moment, tells, tld
FROM (
  SELECT site_of(url) AS site, month_of(fetchedAt, datePrecision) AS month, fetchedAt, allowed IS NOT NULL AS tells,
    capture_of(source, inputOffset, offsetInMember) AS capture, split_part(site_of(url), '.', -1) AS tld
  FROM verdicts
  WHERE is_robots_txt(url) AND agent = getvariable('one_agent') AND path = getvariable('one_path')
);

CREATE OR REPLACE TEMP TABLE site_months AS
SELECT site, month, count(*) AS captures, any_value(tld) AS tld,
  arg_min(capture, moment) FILTER (WHERE tells) AS first_capture, min(moment) FILTER (WHERE tells) AS first_moment,
  arg_max(capture, moment) FILTER (WHERE tells) AS capture, max(moment) FILTER (WHERE tells) AS moment
FROM told
GROUP BY site, month;

CREATE OR REPLACE TEMP TABLE sites AS
SELECT site, arg_max(month, moment) AS month, sum(captures)::BIGINT AS captures, any_value(tld) AS tld,
  count(month) FILTER (WHERE moment IS NOT NULL) AS months,
  arg_min(first_capture, first_moment) AS first_capture, arg_max(capture, moment) AS capture
FROM site_months
GROUP BY site;

CREATE OR REPLACE TEMP VIEW site_month_verdicts AS
SELECT chosen.*, agent, restriction, refusedShare, selectedBy, url
FROM verdicts
JOIN site_months AS chosen ON chosen.capture = capture_of(source, inputOffset, offsetInMember)
WHERE path = getvariable('one_path');

CREATE OR REPLACE TEMP VIEW site_verdicts AS
SELECT chosen.*, agent, restriction, refusedShare, selectedBy, url
FROM verdicts
JOIN sites AS chosen ON chosen.capture = capture_of(source, inputOffset, offsetInMember)
WHERE path = getvariable('one_path');

SELECT agent, restriction, selectedBy, count(*) AS sites
FROM site_verdicts
GROUP BY agent, restriction, selectedBy;

SELECT month, agent, restriction, selectedBy, count(*) AS sites
FROM site_month_verdicts
WHERE month IS NOT NULL
GROUP BY month, agent, restriction, selectedBy;

SELECT agent, sign(last_degree - first_degree) AS change, count(*) AS sites
FROM (
  SELECT site, agent, max(degree_of(restriction)) FILTER (WHERE NOT is_last) AS first_degree,
    max(degree_of(restriction)) FILTER (WHERE is_last) AS last_degree
  FROM verdicts
  JOIN (
    SELECT site, first_capture AS capture, false AS is_last FROM sites WHERE months > 1
    UNION ALL SELECT site, capture, true FROM sites WHERE months > 1
  ) AS ends ON ends.capture = capture_of(source, inputOffset, offsetInMember)
  WHERE path = getvariable('one_path')
  GROUP BY site, agent
)
GROUP BY agent, change;

SELECT preference, count(*) AS sites
FROM (
  SELECT DISTINCT site, unnest(statedUsage) AS preference
  FROM verdicts
  JOIN sites ON sites.capture = capture_of(source, inputOffset, offsetInMember)
  WHERE len(statedUsage) > 0
)
GROUP BY preference;

SELECT outcome, nullif(kind, '') AS kind, count(*) AS sites
FROM (
  SELECT site, arg_max(outcome, moment) AS outcome, arg_max(kind, moment) AS kind
  FROM (
    SELECT md5_number(site_of(url)) AS site, outcome, coalesce(kind, '') AS kind,
      moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember)) AS moment
    FROM captures
    WHERE is_robots_txt(url)
  )
  GROUP BY site
)
GROUP BY outcome, kind;

SELECT site_of(said.url) AS site, strftime(said.month, '%Y-%m') AS month, said.agent, said.restriction, said.refusedShare, said.selectedBy, said.captures
FROM site_month_verdicts AS said
ORDER BY ALL;

-- With --join ranks.csv, which has the columns host and rank, and one row a host:
--
-- CREATE OR REPLACE TEMP TABLE site_columns AS
-- SELECT md5_number(host_of('//' || host)) AS site, * EXCLUDE (host) FROM 'ranks.csv';
--
-- SELECT site_of(said.url) AS site, strftime(said.month, '%Y-%m') AS month, said.agent, said.restriction, said.refusedShare, said.selectedBy, said.captures, site_columns.rank
-- FROM site_month_verdicts AS said
-- LEFT JOIN site_columns USING (site)
-- ORDER BY ALL;

-- With --weight captures. A share is a part of the sum of weight, and its effective n is the square of that sum, divided by the sum of squares:
--
-- SELECT agent, restriction, selectedBy, count(*) AS sites, sum(captures) AS weight, sum(captures ^ 2) AS squares
-- FROM site_verdicts
-- GROUP BY agent, restriction, selectedBy;
--
-- With --weight rank:
--
-- CREATE OR REPLACE TEMP TABLE site_months AS
-- SELECT site_months.*, TRY_CAST(site_columns.rank AS DOUBLE) AS weight
-- FROM site_months
-- JOIN site_columns USING (site)
-- WHERE TRY_CAST(site_columns.rank AS DOUBLE) > 0;
--
-- CREATE OR REPLACE TEMP TABLE sites AS
-- SELECT sites.*, TRY_CAST(site_columns.rank AS DOUBLE) AS weight
-- FROM sites
-- JOIN site_columns USING (site)
-- WHERE TRY_CAST(site_columns.rank AS DOUBLE) > 0;
--
-- CREATE OR REPLACE TEMP VIEW site_month_verdicts AS
-- SELECT chosen.*, agent, restriction, refusedShare, selectedBy, url
-- FROM verdicts
-- JOIN site_months AS chosen ON chosen.capture = capture_of(source, inputOffset, offsetInMember)
-- WHERE path = getvariable('one_path');
--
-- CREATE OR REPLACE TEMP VIEW site_verdicts AS
-- SELECT chosen.*, agent, restriction, refusedShare, selectedBy, url
-- FROM verdicts
-- JOIN sites AS chosen ON chosen.capture = capture_of(source, inputOffset, offsetInMember)
-- WHERE path = getvariable('one_path');
--
-- SELECT agent, restriction, selectedBy, count(*) AS sites, sum(weight) AS weight, sum(weight ^ 2) AS squares
-- FROM site_verdicts
-- GROUP BY agent, restriction, selectedBy;
