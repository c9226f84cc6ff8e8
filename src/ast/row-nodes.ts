/**
 * Rows → the nodes that profiles differ about: groups and rules; and sitemaps.
 */
import { DEFAULT_PROFILE } from '../profiles.js';
import { ALLOW, SITEMAP } from '../stream/fields.js';
import {
  flagsOf,
  isRule,
  isUserAgent,
  type Reading,
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_LINE,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readingTable,
  readRow,
  UNUSABLE_USER_AGENT,
} from '../stream/row.js';
import { OctetText } from '../stream/text.js';
import { GROUP_END, GROUP_FIRST, GROUP_STRIDE, type Grouping } from './grouping.js';
import type { ExtensionRecord, Group, Rule, Sitemap, UserAgentLine } from './nodes.js';
import { type ParsedFile, rowsUnder } from './parsed-file.js';

/**
 * A group of a file.
 *
 * @param index the group's index in the grouping
 * @param extensions makes the group's extension records when they are read
 */
export function groupNode(
  { octets }: ParsedFile,
  { rows, table, bounds }: Grouping,
  index: number,
  extensions: () => readonly ExtensionRecord[],
): Group {
  const userAgents: UserAgentLine[] = [];
  const rules: Rule[] = [];
  const end = bounds[index * GROUP_STRIDE + GROUP_END] * ROW_STRIDE;
  for (let at = bounds[index * GROUP_STRIDE + GROUP_FIRST] * ROW_STRIDE; at < end; at += ROW_STRIDE) {
    const reading = readRow(flagsOf(rows, at), table);
    if (isUserAgent(reading)) userAgents.push(userAgentNode(octets, rows, at, reading));
    else if (isRule(reading)) rules.push(ruleNode(octets, rows, at, reading));
  }
  return {
    userAgents,
    rules,
    get extensions() {
      return extensions();
    },
  };
}

/** The sitemaps of a file, wherever they are, as RFC 9309 reads it. */
export function sitemapNodes(file: ParsedFile): Sitemap[] {
  const { reading } = DEFAULT_PROFILE;
  const rows = rowsUnder(file, reading);
  const table = readingTable(reading);
  const sitemaps: Sitemap[] = [];
  for (let at = 0; at < rows.length; at += ROW_STRIDE) {
    if (readRow(flagsOf(rows, at), table) !== SITEMAP) continue;
    const value = recordValue(file.octets, rows, at);
    sitemaps.push({
      line: rows[at + ROW_LINE],
      field: recordField(file.octets, rows, at),
      value,
      url: value.text,
    });
  }
  return sitemaps;
}

function userAgentNode(octets: Uint8Array, rows: Int32Array, at: number, reading: Reading): UserAgentLine {
  const value = recordValue(octets, rows, at);
  return {
    line: rows[at + ROW_LINE],
    field: recordField(octets, rows, at),
    value,
    name: value.text,
    usable: reading !== UNUSABLE_USER_AGENT,
  };
}

function ruleNode(octets: Uint8Array, rows: Int32Array, at: number, reading: Reading): Rule {
  const value = recordValue(octets, rows, at);
  return {
    line: rows[at + ROW_LINE],
    field: recordField(octets, rows, at),
    value,
    directive: reading === ALLOW ? 'allow' : 'disallow',
    pattern: value.text,
  };
}

/** The field of a record's row. */
export function recordField(octets: Uint8Array, rows: Int32Array, at: number): OctetText {
  return new OctetText(octets, rows[at + ROW_FIELD_START], rows[at + ROW_FIELD_END], 0);
}

/** The value of a record's row. */
export function recordValue(octets: Uint8Array, rows: Int32Array, at: number): OctetText {
  return new OctetText(octets, rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END], 0);
}
