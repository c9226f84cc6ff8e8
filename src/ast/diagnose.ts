/**
 * What is odd about a file as a whole, beside what is odd about its lines (`src/stream/line-diagnostics.ts`).
 */
import { LESS_THAN, SP } from '../ascii.js';
import { type Diagnostic, diagnostic } from '../diagnostics.js';
import { quoteText } from '../stream/line-diagnostics.js';
import { linesOf } from '../stream/whole.js';
import { type DocumentFacts, markLength } from './document-fold.js';
import { EXTENSIONS } from './extension-values.js';
import type { Group, OtherRecord } from './nodes.js';

/** Every diagnostic of a document in file order; those of one line in the order in which they were found. */
export function diagnoseDocument(
  facts: DocumentFacts,
  groups: readonly Group[],
  others: readonly OtherRecord[],
): Diagnostic[] {
  const found = [
    ...diagnoseStart(facts),
    ...diagnoseGroups(groups),
    ...diagnoseExtensions(others),
    ...diagnoseLines(facts, groups[0]?.userAgents[0].line ?? Infinity),
  ];
  if (facts.truncated) {
    const span = { start: facts.octets.length, end: facts.size };
    found.push(diagnostic('parsing-limit', facts.lineCount + 1, span, `more than ${facts.maxOctets} octets`));
  }
  return found.sort((a, b) => a.line - b.line);
}

function diagnoseStart({ byteOrderMark, octets }: DocumentFacts): Diagnostic[] {
  const found: Diagnostic[] = [];
  const mark = { start: 0, end: markLength(octets) };
  if (byteOrderMark === 'whole') found.push(diagnostic('byte-order-mark', 1, mark));
  if (byteOrderMark === 'partial') found.push(diagnostic('partial-byte-order-mark', 1, mark));
  return found;
}

/** What the lines say of themselves, and what their place in the file adds. */
function diagnoseLines(facts: DocumentFacts, firstAgentLine: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  let isFirstContent = true;
  for (const event of linesOf(facts.octets)) {
    // One by one: a hostile line list is long, and an argument list is not.
    for (const own of event.diagnostics) found.push(own);
    if (event.type === 'blank' || event.type === 'comment') continue;
    if (isFirstContent && firstVisibleOctet(event.octets) === LESS_THAN) {
      found.push(diagnostic('looks-like-html', event.line, event.span));
    }
    isFirstContent = false;
    const isRuleLine = event.type === 'allow' || event.type === 'disallow';
    if (isRuleLine && event.line < firstAgentLine) {
      found.push(diagnostic('rule-before-user-agent', event.line, event.span));
    }
  }
  return found;
}

function firstVisibleOctet(octets: Uint8Array): number | undefined {
  return octets.find((octet) => octet > SP);
}

/** Groups without rules, and product tokens with more than one group. */
function diagnoseGroups(groups: readonly Group[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  const seen = new Map<string, number>();
  groups.forEach((group, index) => {
    const [first] = group.userAgents;
    if (group.rules.length === 0)
      found.push(diagnostic('group-without-rules', first.line, first.value, quoteText(first.name)));
    for (const { name, line, value } of group.userAgents) {
      const key = name.toLowerCase();
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, index);
      else if (earlier !== index && name !== '')
        found.push(diagnostic('group-split', line, value, quoteText(name)));
    }
  });
  return found;
}

function diagnoseExtensions(others: readonly OtherRecord[]): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const { name, line, value } of others) {
    const extension = Object.hasOwn(EXTENSIONS, name) ? EXTENSIONS[name] : undefined;
    if (extension === undefined || extension.accepts(value.text)) continue;
    const detail = `${quoteText(value.text)}; ${name} takes ${extension.form}`;
    found.push(diagnostic('invalid-extension-value', line, value, detail));
  }
  return found;
}
