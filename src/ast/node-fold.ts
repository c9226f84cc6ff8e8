/**
 * From rows and lines to nodes, under a profile.
 */
import type { Profile } from '../profiles.js';
import { ALLOW, NO_DIRECTIVE, SITEMAP } from '../stream/fields.js';
import {
  ROW_FIELD_END,
  ROW_FIELD_START,
  ROW_FLAGS,
  ROW_LINE,
  ROW_STRIDE,
  ROW_VALUE_END,
  ROW_VALUE_START,
  readRow,
  UNUSABLE_USER_AGENT,
} from '../stream/row.js';
import { OctetText } from '../stream/text.js';
import { linesOf } from '../stream/whole.js';
import type { DocumentFacts } from './document-fold.js';
import { scopeOf } from './extension-values.js';
import {
  GROUP_END,
  GROUP_FIRST,
  GROUP_STRIDE,
  type Grouping,
  groupRows,
  isRule,
  isUserAgent,
} from './grouping.js';
import type {
  CommentNode,
  ExtensionRecord,
  Group,
  OtherRecord,
  RecordNode,
  Rule,
  Sitemap,
  UserAgentLine,
} from './nodes.js';

/** The nodes of a document under a profile. */
export interface DocumentNodes {
  readonly groups: readonly Group[];
  readonly sitemaps: readonly Sitemap[];
  readonly others: readonly OtherRecord[];
  readonly comments: readonly CommentNode[];
}

/** A group while extension records are still being added to it. */
interface OpenGroup extends Group {
  readonly extensions: ExtensionRecord[];
}

export function collectNodes(facts: DocumentFacts, profile: Profile): DocumentNodes {
  const grouping = groupRows(facts, profile);
  const groups = Array.from({ length: grouping.groupCount }, (_, index) => groupNode(facts, grouping, index));
  const sitemaps: Sitemap[] = [];
  /** Lines that the profile reads as a directive, and which so are no other records. */
  const directiveLines = new Set<number>();
  for (let i = 0; i < facts.rowCount; i++) {
    const kind = kindOf(grouping, i);
    if (kind === NO_DIRECTIVE) continue;
    const record = recordNode(facts, grouping, i);
    directiveLines.add(record.line);
    if (kind === SITEMAP) sitemaps.push({ ...record, url: record.value.text });
  }

  const others: OtherRecord[] = [];
  const comments: CommentNode[] = [];
  let group: OpenGroup | undefined;
  let nextGroup = 0;
  let agentsAbove = 0;
  for (const event of linesOf(facts.octets)) {
    if (event.comment !== null) comments.push(commentNode(event.line, event.comment));
    if (event.type === 'blank' && profile.groups.blankLineEndsGroup) group = undefined;
    if (groups[nextGroup]?.userAgents[0].line === event.line) {
      group = groups[nextGroup++];
      agentsAbove = 0;
    }
    if (event.type !== 'other' || directiveLines.has(event.line)) continue;
    const { line, field, value } = event;
    const record: OtherRecord = { line, field, value, name: field.text.toLowerCase() };
    others.push(record);
    if (group !== undefined && scopeOf(record.name) === 'agents') {
      while (agentsAbove < group.userAgents.length && group.userAgents[agentsAbove].line < line)
        agentsAbove++;
      group.extensions.push({ ...record, userAgentCount: agentsAbove });
    }
  }
  return { groups, sitemaps, others, comments };
}

function groupNode(facts: DocumentFacts, grouping: Grouping, index: number): OpenGroup {
  const at = index * GROUP_STRIDE;
  const userAgents: UserAgentLine[] = [];
  const rules: Rule[] = [];
  for (let i = grouping.bounds[at + GROUP_FIRST]; i < grouping.bounds[at + GROUP_END]; i++) {
    const kind = kindOf(grouping, i);
    if (isUserAgent(kind)) {
      const record = recordNode(facts, grouping, i);
      userAgents.push({ ...record, name: record.value.text, usable: kind !== UNUSABLE_USER_AGENT });
    } else if (isRule(kind)) {
      rules.push(ruleNode(facts, grouping, i));
    }
  }
  return { userAgents, rules, extensions: [] };
}

/** The rule in row `index`. */
export function ruleNode(facts: DocumentFacts, grouping: Grouping, index: number): Rule {
  const record = recordNode(facts, grouping, index);
  const directive = kindOf(grouping, index) === ALLOW ? 'allow' : 'disallow';
  return { ...record, directive, pattern: record.value.text };
}

function commentNode(line: number, comment: OctetText): CommentNode {
  return { line, comment, text: comment.text.slice(1).trim() };
}

function kindOf(grouping: Grouping, index: number): number {
  return readRow(grouping.rows[index * ROW_STRIDE + ROW_FLAGS], grouping.table);
}

function recordNode(facts: DocumentFacts, grouping: Grouping, index: number): RecordNode {
  const { rows } = grouping;
  const at = index * ROW_STRIDE;
  const text = (startColumn: number, endColumn: number): OctetText => {
    const start = rows[at + startColumn];
    return new OctetText(start, facts.octets.subarray(start, rows[at + endColumn]));
  };
  return {
    line: rows[at + ROW_LINE],
    field: text(ROW_FIELD_START, ROW_FIELD_END),
    value: text(ROW_VALUE_START, ROW_VALUE_END),
  };
}
