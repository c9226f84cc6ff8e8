/** docs/profiles.md has every axis of `defineProfile`, every choice, and the profiles that make it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { defineProfile, PROFILES } from '../../src/profiles.js';
import { examplesOf, runExample } from '../support/examples.js';

const PAGE = 'docs/profiles.md';
const page = readFileSync(PAGE, 'utf8');

const SECTIONS = ['reading', 'groups', 'rules', 'access'] as const;

type Section = (typeof SECTIONS)[number];

const AXES = SECTIONS.flatMap((section) =>
  Object.keys(PROFILES.rfc9309[section]).map((axis) => ({
    section,
    axis,
    expected: expectedAlong(section, axis),
  })),
);

/** What `defineProfile` says that an axis takes: `one of …`, or `a whole number from … to …`. */
function expectedAlong(section: Section, axis: string): string {
  try {
    defineProfile({ name: 'a', [section]: { [axis]: [] } });
  } catch (error) {
    return /; (.+) is expected$/.exec((error as Error).message)?.[1] ?? '';
  }
  throw new Error(`${section}.${axis} takes an array`);
}

test('the sections and axes are those of defineProfile, in its order', () => {
  const headings = Array.from(page.matchAll(/^(###?) (\w+)/gm), ([, level, name]) => `${level} ${name}`);
  const expected = SECTIONS.flatMap((section) => [
    `## ${section}`,
    ...Object.keys(PROFILES.rfc9309[section]).map((axis) => `### ${axis}`),
  ]);
  expect(headings).toEqual(expected);
});

test.each(AXES)('$section.$axis', ({ section, axis, expected }) => {
  const text = textBelow(axis);
  const rows = new Map(
    Array.from(text.matchAll(/^- `(.+?)` \((.+?)\): ./gm), ([, choice, profiles]) => [choice, profiles]),
  );
  expect(rows).toEqual(new Map(choicesWithProfiles(section, axis, expected)));
  if (!expected.startsWith('one of')) {
    // The usual range of milliseconds is above all axes.
    const place = axis.endsWith('Ms') && !expected.endsWith('Infinity') ? page : text;
    expect(place.replaceAll('\n', ' ')).toContain(rangeInWords(expected));
  }
});

test.each(examplesOf(PAGE).map((code, i) => [i + 1, code]))('example %i', async (_, code) => {
  await runExample(code);
});

function textBelow(axis: string): string {
  return page.split(/^##+ /m).find((part) => part.startsWith(`${axis}\n`)) ?? '';
}

/** The choices in the order in which `defineProfile` lists them; of a number, the values that profiles have. */
function choicesWithProfiles(section: Section, axis: string, expected: string): [string, string][] {
  const made = Object.entries(PROFILES).map(
    ([name, profile]) => [name, (profile[section] as unknown as Record<string, unknown>)[axis]] as const,
  );
  const [, list] = /^one of (.+)$/.exec(expected) ?? [];
  const listed =
    list === undefined
      ? [...new Set(made.map(([, choice]) => choice))]
      : (JSON.parse(`[${list}]`) as readonly unknown[]);
  return listed.map((choice) => {
    const profiles = made.flatMap(([name, its]) => (its === choice ? [`\`${name}\``] : []));
    const others = made.flatMap(([name, its]) => (its === choice ? [] : [`\`${name}\``]));
    if (others.length === 0) return [String(choice), 'all'];
    return [String(choice), others.length === 1 ? `all but ${others}` : profiles.join(', ') || 'readers'];
  });
}

function rangeInWords(expected: string): string {
  return expected.endsWith(' to Infinity')
    ? expected.replace(' to Infinity', ', or `Infinity`')
    : expected.replace(/^a /, '');
}
