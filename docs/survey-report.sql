-- What "robotstream survey report tables" computes, for DuckDB. Made by npm run docs.

CREATE OR REPLACE TEMP VIEW captures AS
SELECT * REPLACE (make_timestamp(epoch_us(fetchedAt)) AS fetchedAt) FROM 'tables/captures/*.parquet';

CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT * REPLACE (make_timestamp(epoch_us(fetchedAt)) AS fetchedAt) FROM 'tables/verdicts/*.parquet';

CREATE OR REPLACE TEMP MACRO redirect_key(url, authority) AS
CASE WHEN authority IS NOT NULL AND regexp_matches(url, '^[^/?#]+//[^/?#]*/robots\.txt(#.*)?$', 's') THEN authority || '/robots.txt' ELSE url END;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, coalesce(fetchedAt, TIMESTAMP '1970-01-01') AS moment, location AS target, false AS across
FROM captures WHERE outcome = 'redirect' AND location IS NOT NULL;

CREATE OR REPLACE TEMP TABLE redirect_targets AS
SELECT DISTINCT ON (target, moment) redirect_key(url, authority) AS target, coalesce(fetchedAt, TIMESTAMP '1970-01-01') AS moment, source, inputOffset, offsetInMember, CASE outcome WHEN 'redirect' THEN location END AS onward
FROM captures WHERE outcome <> 'no-payload' AND redirect_key(url, authority) IN (SELECT target FROM redirect_hops)
ORDER BY target, moment, source, inputOffset, offsetInMember;

CREATE OR REPLACE TEMP TABLE redirect_ends
(source VARCHAR, inputOffset BIGINT, offsetInMember BIGINT, across BOOLEAN, tooMany BOOLEAN, toSource VARCHAR, toOffset BIGINT, toMember BIGINT);

CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT * EXCLUDE (across, is_later), across OR coalesce(to_source <> source, false) AS across
FROM (
  SELECT hop.*, later.moment IS NOT NULL
      AND (earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)) AS is_later,
    CASE WHEN is_later THEN later.source ELSE earlier.source END AS to_source,
    CASE WHEN is_later THEN later.inputOffset ELSE earlier.inputOffset END AS to_inputOffset,
    CASE WHEN is_later THEN later.offsetInMember ELSE earlier.offsetInMember END AS to_offsetInMember,
    CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS to_onward
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
);

INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, false, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_onward IS NULL;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target, across FROM redirect_found WHERE to_onward IS NOT NULL;

CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT * EXCLUDE (across, is_later), across OR coalesce(to_source <> source, false) AS across
FROM (
  SELECT hop.*, later.moment IS NOT NULL
      AND (earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)) AS is_later,
    CASE WHEN is_later THEN later.source ELSE earlier.source END AS to_source,
    CASE WHEN is_later THEN later.inputOffset ELSE earlier.inputOffset END AS to_inputOffset,
    CASE WHEN is_later THEN later.offsetInMember ELSE earlier.offsetInMember END AS to_offsetInMember,
    CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS to_onward
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
);

INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, false, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_onward IS NULL;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target, across FROM redirect_found WHERE to_onward IS NOT NULL;

CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT * EXCLUDE (across, is_later), across OR coalesce(to_source <> source, false) AS across
FROM (
  SELECT hop.*, later.moment IS NOT NULL
      AND (earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)) AS is_later,
    CASE WHEN is_later THEN later.source ELSE earlier.source END AS to_source,
    CASE WHEN is_later THEN later.inputOffset ELSE earlier.inputOffset END AS to_inputOffset,
    CASE WHEN is_later THEN later.offsetInMember ELSE earlier.offsetInMember END AS to_offsetInMember,
    CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS to_onward
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
);

INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, false, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_onward IS NULL;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target, across FROM redirect_found WHERE to_onward IS NOT NULL;

CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT * EXCLUDE (across, is_later), across OR coalesce(to_source <> source, false) AS across
FROM (
  SELECT hop.*, later.moment IS NOT NULL
      AND (earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)) AS is_later,
    CASE WHEN is_later THEN later.source ELSE earlier.source END AS to_source,
    CASE WHEN is_later THEN later.inputOffset ELSE earlier.inputOffset END AS to_inputOffset,
    CASE WHEN is_later THEN later.offsetInMember ELSE earlier.offsetInMember END AS to_offsetInMember,
    CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS to_onward
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
);

INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, false, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_onward IS NULL;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target, across FROM redirect_found WHERE to_onward IS NOT NULL;

CREATE OR REPLACE TEMP TABLE redirect_found AS
SELECT * EXCLUDE (across, is_later), across OR coalesce(to_source <> source, false) AS across
FROM (
  SELECT hop.*, later.moment IS NOT NULL
      AND (earlier.moment IS NULL OR epoch_us(later.moment) - epoch_us(hop.moment) < epoch_us(hop.moment) - epoch_us(earlier.moment)) AS is_later,
    CASE WHEN is_later THEN later.source ELSE earlier.source END AS to_source,
    CASE WHEN is_later THEN later.inputOffset ELSE earlier.inputOffset END AS to_inputOffset,
    CASE WHEN is_later THEN later.offsetInMember ELSE earlier.offsetInMember END AS to_offsetInMember,
    CASE WHEN is_later THEN later.onward ELSE earlier.onward END AS to_onward
  FROM redirect_hops hop
  ASOF LEFT JOIN redirect_targets earlier ON hop.target = earlier.target AND hop.moment >= earlier.moment
  ASOF LEFT JOIN redirect_targets later ON hop.target = later.target AND hop.moment <= later.moment
);

INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, false, to_source, to_inputOffset, to_offsetInMember
FROM redirect_found WHERE to_onward IS NULL;

CREATE OR REPLACE TEMP TABLE redirect_hops AS
SELECT source, inputOffset, offsetInMember, moment, to_onward AS target, across FROM redirect_found WHERE to_onward IS NOT NULL;

INSERT INTO redirect_ends SELECT source, inputOffset, offsetInMember, across, true, NULL, NULL, NULL FROM redirect_hops;

CREATE OR REPLACE TEMP TABLE redirect_answers AS
SELECT ends.* FROM redirect_ends ends
LEFT JOIN (
  SELECT source, inputOffset, offsetInMember FROM verdicts
  WHERE agent = (SELECT min(agent) FROM verdicts) AND path = (SELECT min(path) FROM verdicts) AND allowed IS NULL AND answeredBy IS NULL
  GROUP BY ALL
) AS unanswered USING (source, inputOffset, offsetInMember)
WHERE across OR unanswered.source IS NOT NULL;

DROP VIEW IF EXISTS stated_verdicts;
ALTER VIEW verdicts RENAME TO stated_verdicts;

CREATE OR REPLACE TEMP TABLE redirect_verdicts AS
SELECT stated.source, stated.inputOffset, stated.offsetInMember, url, agent, profile, path, line, allowed, reason, restriction, directive, pattern, selectedBy, refusedShare, crawlDelay, appliedUsage, statedUsage FROM stated_verdicts stated
SEMI JOIN redirect_answers found ON stated.source = found.toSource AND stated.inputOffset = found.toOffset AND stated.offsetInMember = found.toMember;

CREATE OR REPLACE TEMP TABLE redirect_meanings AS
SELECT profile, reason::VARCHAR AS reason, restriction::VARCHAR AS restriction, allowed::BOOLEAN AS allowed
FROM (VALUES ('rfc9309', 'redirects-allow-all', 'none', true), ('google', 'redirects-allow-all', 'none', true), ('draft-koster-rep-00', 'redirects-allow-all', 'none', true), ('koster-1996', NULL, NULL, null)) AS meant(profile, reason, restriction, allowed);

CREATE OR REPLACE TEMP VIEW verdicts AS
SELECT stated.* FROM stated_verdicts stated ANTI JOIN redirect_answers found ON found.source = stated.source AND found.inputOffset = stated.inputOffset AND found.offsetInMember = stated.offsetInMember
UNION ALL
SELECT stated.* REPLACE (
  answer.url AS answeredBy, coalesce(answer.line, 0) AS line, answer.directive AS directive, answer.pattern AS pattern, answer.selectedBy AS selectedBy, answer.refusedShare AS refusedShare, answer.crawlDelay AS crawlDelay, answer.appliedUsage AS appliedUsage, answer.statedUsage AS statedUsage,
  CASE WHEN tooMany THEN meant.allowed ELSE answer.allowed END AS allowed,
  CASE WHEN tooMany THEN meant.reason WHEN toSource IS NULL THEN 'redirect-not-captured' ELSE answer.reason END AS reason,
  CASE WHEN tooMany THEN meant.restriction ELSE answer.restriction END AS restriction)
FROM stated_verdicts stated
JOIN redirect_answers found ON found.source = stated.source AND found.inputOffset = stated.inputOffset AND found.offsetInMember = stated.offsetInMember
LEFT JOIN redirect_meanings meant ON meant.profile = stated.profile
LEFT JOIN redirect_verdicts answer ON answer.source = found.toSource AND answer.inputOffset = found.toOffset AND answer.offsetInMember = found.toMember
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

CREATE OR REPLACE TEMP MACRO capture_of(source, inputOffset, offsetInMember) AS hash(source, inputOffset, offsetInMember);
CREATE OR REPLACE TEMP MACRO month_of(fetchedAt, datePrecision) AS
  CASE WHEN datePrecision <> 'year' THEN date_trunc('month', fetchedAt)::DATE END;
CREATE OR REPLACE TEMP MACRO moment_of(fetchedAt, capture) AS
  coalesce(epoch_ms(fetchedAt), 0)::HUGEINT * 1048576 + (capture % 1048576)::HUGEINT;
CREATE OR REPLACE TEMP MACRO degree_of(restriction) AS list_position(['none', 'paths', 'few', 'many', 'most', 'all'], restriction);

SET VARIABLE one_agent = (SELECT min(agent) FROM verdicts);
SET VARIABLE one_path = (SELECT min(path) FROM verdicts);
CREATE OR REPLACE TEMP TABLE told AS
SELECT hash(site) AS site, month, capture, moment_of(fetchedAt, capture) AS moment, tells, tld
FROM (
  SELECT site_of(url) AS site, month_of(fetchedAt, datePrecision) AS month, fetchedAt, allowed IS NOT NULL AS tells,
    capture_of(source, inputOffset, offsetInMember) AS capture, split_part(site_of(url), '.', -1) AS tld
  FROM verdicts
  WHERE agent = getvariable('one_agent') AND path = getvariable('one_path')
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
    SELECT hash(site_of(url)) AS site, outcome, coalesce(kind, '') AS kind,
      moment_of(fetchedAt, capture_of(source, inputOffset, offsetInMember)) AS moment
    FROM captures
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
-- SELECT hash(host_of('//' || host)) AS site, * EXCLUDE (host) FROM 'ranks.csv';
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
