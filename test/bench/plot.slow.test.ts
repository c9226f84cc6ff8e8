/** The README shows six tasks of a record, and the picture every one, the slow ones as well. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { newestRecord } from '../../bench/plot/newest-record.js';
import { taskRatios } from '../../bench/plot/ratios.js';
import { readmePart, recordNote, withPart } from '../../bench/plot/readme-part.js';
import { plotSvg } from '../../bench/plot/svg.js';
import { TASKS } from '../../bench/subjects/tasks.js';
import { skipWithout } from '../support/needs.js';
import { sampleResults } from './sample-results.js';

const RESULTS = sampleResults({
  'octets → <slow> & more': [0.5, 0.4, 0.25],
  'octets → quick': [12.34, 15, 7],
  'octets → document': [3, 4, 2],
});
/** How many characters fit to the left of the bars at 13 pixels. */
const MOST_CHARACTERS = 45;

const README = readFileSync('README.md', 'utf8');

describe('the ratios of a record', () => {
  test('all tasks, the quickest first', () => {
    expect(taskRatios(RESULTS)).toEqual([
      { label: 'octets → quick', all: { 'in turns': 12.34, alone: 15 }, small: { 'in turns': 7, alone: 7 } },
      { label: 'octets → document', all: { 'in turns': 3, alone: 4 }, small: { 'in turns': 2, alone: 2 } },
      {
        label: 'octets → <slow> & more',
        all: { 'in turns': 0.5, alone: 0.4 },
        small: { 'in turns': 0.25, alone: 0.25 },
      },
    ]);
  });

  test('a record without the benchmark of small files is refused', () => {
    const reports = RESULTS.reports.filter(({ name }) => name !== 'small');
    expect(() => taskRatios({ ...RESULTS, reports })).toThrow('the record has no benchmark "small"');
  });

  test('a record in which small files lack a task is refused', () => {
    const reports = RESULTS.reports.map((report) =>
      report.name === 'small'
        ? { ...report, measurements: report.measurements.filter(({ input }) => !input.endsWith('document')) }
        : report,
    );
    expect(() => taskRatios({ ...RESULTS, reports })).toThrow('lacks: octets → document');
  });
});

describe('the part of the README', () => {
  const part = readmePart(taskRatios(RESULTS), RESULTS);

  test('has a row for each task that people ask about', () => {
    expect(part.split('\n').filter((line) => line.startsWith('| '))).toEqual([
      '| | all files | files ≤ 2 KiB |',
      '| octets → document | 3.0 | 2.0 |',
    ]);
    expect(README.match(/^\| (?:octets|document) → .* \|$/gm)).toHaveLength(6);
  });

  test('says what was measured, where and when', () => {
    expect(part).toContain('robots-parser 3.0.1');
    expect(part).toContain('sample: 3 files');
    expect(part).toContain('Node v20.19.0');
    expect(part).toContain('2026-11-21');
  });

  test('replaces the part of the real README, and nothing else', () => {
    const once = withPart(README, part);
    expect(once).toContain(part);
    expect(withPart(once, part)).toBe(once);
    const [before, after] = once.split(part);
    expect(README.startsWith(before)).toBe(true);
    expect(README.endsWith(after)).toBe(true);
  });

  test('a README without the comments is refused', () => {
    expect(() => withPart('# robotstream', part)).toThrow('the README lacks the lines');
  });
});

test('the README and the picture show the newest record', (context) => {
  const { results } = newestRecord('bench/results');
  const isMet = results.reports.some(({ name }) => name === 'all');
  skipWithout({ isMet, what: 'a record of all tasks: npm run bench -- --record' }, context);
  const tasks = taskRatios(results);
  expect(withPart(README, readmePart(tasks, results))).toBe(README);
  expect(readFileSync('docs/benchmarks.svg', 'utf8')).toBe(plotSvg(tasks, recordNote(results)));
});

describe('the picture', () => {
  const svg = plotSvg(taskRatios(RESULTS), recordNote(RESULTS));

  test('has a label and two bars for every task, of lengths in proportion', () => {
    expect(svg).toContain('>octets → &lt;slow&gt; &amp; more</text>');
    const widths = (kind: string) =>
      Array.from(svg.matchAll(new RegExp(`<rect class="${kind}" x="\\d+" y="\\d+" width="([\\d.]+)"`, 'g')))
        .map(([, width]) => Number(width))
        // The legend's square comes first.
        .slice(1);
    const [longest, ...others] = widths('all');
    expect(others.map((width) => (width / longest) * 12.34)).toEqual([
      expect.closeTo(3, 1),
      expect.closeTo(0.5, 1),
    ]);
    expect(widths('small').map((width) => (width / longest) * 12.34)).toEqual([
      expect.closeTo(7, 1),
      expect.closeTo(2, 1),
      expect.closeTo(0.25, 1),
    ]);
  });

  test('has room for the labels of the real tasks', () => {
    for (const { label } of Object.values(TASKS)) expect(label.length).toBeLessThanOrEqual(MOST_CHARACTERS);
  });

  test('is well-formed: every element is closed, every "&" is a reference', () => {
    const open: string[] = [];
    for (const [, closing, name, isEmpty] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (closing !== '') expect(open.pop()).toBe(name);
      else if (isEmpty === '') open.push(name);
    }
    expect(open).toEqual([]);
    expect(svg.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&');
  });

  const [light, dark] = svg.split('@media (prefers-color-scheme: dark)');
  test.each([
    ['light', light],
    ['dark', dark],
  ])('is readable on its %s card', (_, style) => {
    const card = luminance(colorOf(style, '.card'));
    expect(contrast(luminance(colorOf(style, 'text')), card)).toBeGreaterThan(7);
    expect(contrast(luminance(colorOf(style, '.note')), card)).toBeGreaterThan(7);
    expect(contrast(luminance(colorOf(style, '.all')), card)).toBeGreaterThan(4.5);
    expect(contrast(luminance(colorOf(style, '.small')), card)).toBeGreaterThan(4.5);
  });
});

/** The fill of a selector in a style sheet, as six hexadecimal digits. */
function colorOf(style: string, selector: string): string {
  const rule = style.slice(style.indexOf(`  ${selector} {`));
  return /fill: #([0-9a-f]{6})/.exec(rule)?.[1] ?? '';
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.2, "contrast ratio". */
function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
