/** Faults of the limits: docs/semantics.md §1.3 and §1.4. */
import { after, type Changes, eachGroup } from './changes.js';
import { SOUND } from './parts/sound.js';

export const limitFaults: Changes = {
  'the parsing limit is 499 KiB': { parsingLimit: 499 * 1024 },
  'the parsing limit is 100 KiB': { parsingLimit: 100 * 1024 },
  'the parsing limit is 10 KiB': { parsingLimit: 10 * 1024 },
  'the parsing limit is 1,000 octets': { parsingLimit: 1000 },
  'the parsing limit is 500,000 octets': { parsingLimit: 500_000 },
  'the parsing limit is 511,999 octets': { parsingLimit: 511_999 },
  'the parsing limit is 512,001 octets': { parsingLimit: 512_001 },
  'there is no parsing limit': { parsingLimit: Infinity },
  'a mark does not count for the parsing limit': {
    lines(file, profile) {
      return SOUND.lines.call(
        { ...this, parsingLimit: this.parsingLimit + this.mark(file, profile) },
        file,
        profile,
      );
    },
  },
  'a line that the limit cuts is read': { keepsCutLine: true },
  'a file beyond the limit has no rules': after('lines', (lines, file) =>
    file.length > 512_000 ? [] : lines,
  ),
  'the end of the last line is not within the limit': { parsingLimit: 511_998 },
  'the line limit is 16,662 octets': { lineLimit: 16_662 },
  'the line limit is 16,664 octets': { lineLimit: 16_664 },
  'the line limit is 2,083 octets': { lineLimit: 2083 },
  'the line limit is 255 octets': { lineLimit: 255 },
  'there is no line limit': { lineLimit: Infinity },
  'a line that is too long is dropped': {
    lines: (file, profile) =>
      SOUND.lines
        .call({ ...SOUND, lineLimit: Infinity }, file, profile)
        .map((line) => (line.length > 16_663 ? '' : line)),
  },
  'the rest of a line that is too long is the next line': {
    lines: (file, profile) =>
      SOUND.lines
        .call({ ...SOUND, lineLimit: Infinity }, file, profile)
        .flatMap((line) => line.match(/.{1,16663}/gs) ?? ['']),
  },
  'only 10,000 rules are read': after('rulesFor', (rules) => rules.slice(0, 10_000)),
  'only 100 rules are read': after('rulesFor', (rules) => rules.slice(0, 100)),
  'only 100 names of a group are read': eachGroup(({ agents }) => ({ agents: agents.slice(0, 100) })),
  'only 10,000 names of a group are read': eachGroup(({ agents }) => ({ agents: agents.slice(0, 10_000) })),
  'a file of more than 5,000 octets is not read': after('lines', (lines, file) =>
    file.length > 5000 ? [] : lines,
  ),
  'a pattern of more than 255 octets is a slash': after('record', (record) =>
    record === null || record.value.length <= 255 ? record : { ...record, value: '/' },
  ),
  'a pattern is cut after 255 octets': after(
    'record',
    (record) => record && { ...record, value: record.value.slice(0, 255) },
  ),
};
