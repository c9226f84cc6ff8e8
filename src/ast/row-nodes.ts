/**
 * From rows to the nodes that profiles differ about: groups, rules and sitemaps.
 */
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
  readRow,
  UNUSABLE_USER_AGENT,
} from '../stream/row.js';
import { OctetText } from '../stream/text.js';
import { GROUP_END, GROUP_FIRST, GROUP_STRIDE, type Grouping } from './grouping.js';
import type { ExtensionRecord, Group, RecordNode, Rule, Sitemap, UserAgentLine } from './nodes.js';

/**
 * The groups of a document.
 *
 * @param extensions the extension records of the group with an index, asked for when somebody reads them
 */
export function groupNodes(
  octets: Uint8Array,
  grouping: Grouping,
  extensions: (index: number) => readonly ExtensionRecord[],
): Group[] {
  return Array.from({ length: grouping.groupCount }, (_, index) => {
    const userAgents: UserAgentLine[] = [];
    const rules: Rule[] = [];
    const end = grouping.bounds[index * GROUP_STRIDE + GROUP_END];
    for (let row = grouping.bounds[index * GROUP_STRIDE + GROUP_FIRST]; row < end; row++) {
      const reading = readingOf(grouping, row);
      if (isUserAgent(reading)) userAgents.push(userAgentNode(octets, grouping, row));
      else if (isRule(reading)) rules.push(ruleNode(octets, grouping, row));
    }
    return {
      userAgents,
      rules,
      get extensions() {
        return extensions(index);
      },
    };
  });
}

/** The sitemaps of a document, wherever they stand. */
export function sitemapNodes(octets: Uint8Array, grouping: Grouping): Sitemap[] {
  const sitemaps: Sitemap[] = [];
  const rowCount = grouping.rows.length / ROW_STRIDE;
  for (let row = 0; row < rowCount; row++) {
    if (readingOf(grouping, row) !== SITEMAP) continue;
    const { line, field, value } = recordNode(octets, grouping, row);
    sitemaps.push({ line, field, value, url: value.text });
  }
  return sitemaps;
}

/** What the grouping's profile makes of a row. */
export function readingOf({ rows, table }: Grouping, row: number): Reading {
  return readRow(flagsOf(rows, row * ROW_STRIDE), table);
}

function userAgentNode(octets: Uint8Array, grouping: Grouping, row: number): UserAgentLine {
  const { line, field, value } = recordNode(octets, grouping, row);
  return {
    line,
    field,
    value,
    name: value.text,
    usable: readingOf(grouping, row) !== UNUSABLE_USER_AGENT,
  };
}

function ruleNode(octets: Uint8Array, grouping: Grouping, row: number): Rule {
  const { line, field, value } = recordNode(octets, grouping, row);
  return {
    line,
    field,
    value,
    directive: readingOf(grouping, row) === ALLOW ? 'allow' : 'disallow',
    pattern: value.text,
  };
}

function recordNode(octets: Uint8Array, { rows }: Grouping, row: number): RecordNode {
  const at = row * ROW_STRIDE;
  return {
    line: rows[at + ROW_LINE],
    field: new OctetText(octets, rows[at + ROW_FIELD_START], rows[at + ROW_FIELD_END], 0),
    value: new OctetText(octets, rows[at + ROW_VALUE_START], rows[at + ROW_VALUE_END], 0),
  };
}
