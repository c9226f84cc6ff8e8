/** A document is written back octet for octet, and is the same however it was read. */
import assert from 'node:assert/strict';
import { FileCollector } from '../../src/ast/collect.js';
import { PROFILES, type ProfileName, parseSync, stringify } from '../../src/core.js';
import { RobotsDocument } from '../../src/robots-document.js';
import { toOctetString } from '../../test/reference/octets.js';
import { referenceGroups } from '../../test/reference/reference.js';
import { chunksOf, latin1, utf8 } from '../input.js';
import type { Target } from '../target.js';

export const seeds: Target['seeds'] = (texts) => texts.flat().map(utf8);

export function fuzz(data: Uint8Array): void {
  const document = parseSync(data);
  const written = stringify(document);
  assert.equal(latin1(written), latin1(data.subarray(0, written.length)));
  assert.ok(written.length === data.length || document.truncated);
  const json = JSON.stringify(document);
  assert.equal(JSON.stringify(collected(chunksOf(data))), json);
  assert.equal(JSON.stringify(parseSync(written)).length > 0, true);
  for (const profile of Object.keys(PROFILES) as ProfileName[]) {
    const groups = document
      .groupsUnder(profile)
      .map(({ userAgents, rules }) => [
        ...userAgents.map(({ line, value, usable }) => [line, usable, toOctetString(value.octets)]),
        ...rules.map(({ line, directive, value }) => [line, directive, toOctetString(value.octets)]),
      ]);
    const expected = referenceGroups(data, profile).map(({ userAgents, rules }) => [
      ...userAgents.map(({ line, value, usable }) => [line, usable, value]),
      ...rules.map(({ line, directive, value }) => [line, directive, value]),
    ]);
    assert.deepEqual(groups, expected, profile);
  }
  for (const { span } of document.diagnostics) assert.ok(span.start <= span.end && span.end <= data.length);
}

function collected(chunks: readonly Uint8Array[]): RobotsDocument {
  const collector = new FileCollector();
  for (const chunk of chunks) collector.write(chunk);
  return new RobotsDocument(collector.read());
}
