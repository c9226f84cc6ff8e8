/** The definition of the URL of a site's robots.txt, as SQL. Other captures answer redirects, but are not what a site says. */
import { ROBOTS_TXT_URL } from 'robotstream/internal';
import { sqlText } from './engine.js';

export const IS_ROBOTS_TXT = `CREATE OR REPLACE TEMP MACRO is_robots_txt(url) AS regexp_matches(url, ${sqlText(ROBOTS_TXT_URL.source)})`;
