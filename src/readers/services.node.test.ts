/** The readers of services: every choice is one that a profile can make or is listed as new, and has its page, date and quotation. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { CRAWLER_NAMES } from '../crawler-tokens.js';
import { isAllowed } from '../is-allowed.js';
import { parseSync } from '../parse.js';
import { defineProfile, PROFILES, type Profile } from '../profiles.js';
import { READERS } from './index.js';

type Choice = string | boolean | number;

interface Place {
  readonly section: string;
  readonly axis: string;
}

interface Statement {
  readonly page: string;
  readonly dateRead: string;
  readonly quotation: string;
}

interface Reading extends Place {
  readonly choice: Choice;
  readonly standing: 'documented' | 'contradicted';
  readonly statements: readonly (Statement & { readonly says: Choice })[];
}

interface Service {
  readonly id: string;
  readonly crawlers: readonly string[];
  readonly axes: readonly Reading[];
  readonly unknown: readonly string[];
  readonly remarks: readonly { readonly statement: Statement }[];
}

interface Services {
  readonly version: string;
  readonly proposed: readonly (Place & { readonly choice: Choice; readonly rfc9309?: Choice })[];
  readonly services: readonly Service[];
}

const read = (file: string) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'));
const data: Services = read('services.json');

const { name: _, ...SECTIONS } = PROFILES.rfc9309;

/** The choices of `rfc9309` by section and axis, as the file names them. */
const RFC_9309 = new Map(
  Object.entries(SECTIONS).flatMap(([section, choices]) =>
    Object.entries(choices).map(([axis, choice]) => [`${section}.${axis}`, choice as Choice]),
  ),
);

const nameOf = ({ section, axis }: Place) => `${section}.${axis}`;

/** What `rfc9309` chooses on an axis of profiles, or on a new one. */
function choiceOfRfc9309(place: Place): Choice | undefined {
  const known = RFC_9309.get(nameOf(place));
  return known ?? data.proposed.find((proposal) => nameOf(proposal) === nameOf(place))?.rfc9309;
}

function isChoice({ section, axis }: Place, choice: Choice): boolean {
  try {
    defineProfile({ name: 'a', [section]: { [axis]: choice } });
    return true;
  } catch {
    return false;
  }
}

test('the file has the form that its schema describes', () => {
  const validate = new Ajv2020({ allErrors: true }).compile(read('services.schema.json'));
  validate(data);
  expect(validate.errors).toBeNull();
});

test('the services are those that were asked for, once each', () => {
  expect(data.services.map(({ id }) => id)).toEqual([
    'yandex',
    'bing',
    'applebot',
    'seznam',
    'amazonbot',
    'naver',
    'baidu',
  ]);
});

describe.each(data.services)('$id', ({ crawlers, axes, unknown, remarks }) => {
  test('is for crawlers of the registry', () => {
    expect(crawlers.filter((name) => !(CRAWLER_NAMES as readonly string[]).includes(name))).toEqual([]);
  });

  test('says once of each axis of profiles what is known about it', () => {
    const named = [...axes.map(nameOf), ...unknown];
    expect(new Set(named).size).toBe(named.length);
    expect([...RFC_9309.keys()].filter((axis) => !named.includes(axis))).toEqual([]);
    expect(unknown.filter((axis) => !RFC_9309.has(axis))).toEqual([]);
  });

  test.each(axes.map((reading) => [nameOf(reading), reading] as const))('%s', (_, place) => {
    const { choice, standing, statements } = place;
    const said = new Set(statements.map(({ says }) => says));
    for (const one of said) expect(isNamed(place, one), String(one)).toBe(true);
    if (standing === 'documented') expect([...said]).toEqual([choice]);
    else {
      expect(said.size).toBeGreaterThan(1);
      expect(choice).toBe(choiceOfRfc9309(place));
    }
  });

  test('has quotations that were read before the version was made', () => {
    const statements = [
      ...axes.flatMap((reading) => reading.statements),
      ...remarks.map((remark) => remark.statement),
    ];
    for (const { page, dateRead, quotation } of statements) {
      expect(URL.canParse(page), page).toBe(true);
      expect(Number.isNaN(Date.parse(dateRead)), dateRead).toBe(false);
      expect(dateRead <= data.version, dateRead).toBe(true);
      // Scripts without spaces have no words to count: 25 words are about 75 of their characters.
      expect(quotation.replace(/[^\u3000-\u9fff]/g, '').length, quotation).toBeLessThanOrEqual(75);
    }
  });
});

/** Whether a profile can make a choice, or the file lists it as new. */
function isNamed(place: Place, choice: Choice): boolean {
  const isNew = data.proposed.some(
    (proposal) => nameOf(proposal) === nameOf(place) && proposal.choice === choice,
  );
  return isNew || isChoice(place, choice);
}

test('what is listed as new is new, is used, and says what rfc9309 does on an axis that profiles do not have', () => {
  const used = data.services.flatMap(({ axes }) =>
    axes.flatMap((reading) => [
      `${nameOf(reading)} ${reading.choice}`,
      ...reading.statements.map(({ says }) => `${nameOf(reading)} ${says}`),
    ]),
  );
  for (const proposal of data.proposed) {
    const { choice, rfc9309 } = proposal;
    expect(isChoice(proposal, choice), `${nameOf(proposal)} ${choice}`).toBe(false);
    expect(used).toContain(`${nameOf(proposal)} ${choice}`);
    expect(rfc9309 === undefined, nameOf(proposal)).toBe(RFC_9309.has(nameOf(proposal)));
  }
});

test.each(data.services.map((service) => [service.id, service] as const))(
  'the profile %s chooses what is documented, where profiles have the choice, and else as rfc9309 does',
  (id, { axes }) => {
    const profile = READERS[id as keyof typeof READERS];
    const documented = new Map(axes.map((reading) => [nameOf(reading), reading]));
    for (const [name, choice] of choicesOf(profile)) {
      const reading = documented.get(name);
      const applies = reading?.standing === 'documented' && isChoice(reading, reading.choice);
      expect(choice, name).toBe(applies ? reading.choice : RFC_9309.get(name));
    }
  },
);

function choicesOf({ name: _, ...sections }: Profile): [axis: string, choice: Choice][] {
  return Object.entries(sections).flatMap(([section, choices]) =>
    Object.entries(choices).map(([axis, choice]): [string, Choice] => [
      `${section}.${axis}`,
      choice as Choice,
    ]),
  );
}

test('a file of more than 500 KiB opens the site for Yandex', () => {
  const rules = 'User-agent: *\nDisallow: /\n';
  const large = parseSync(rules + '#'.repeat(500 * 1024), { maxOctets: Number.POSITIVE_INFINITY });
  const matcher = large.matcher({ agents: 'YandexBot', profile: READERS.yandex });
  expect(matcher.check('/a')).toMatchObject({ allowed: true, reason: 'opened' });
  expect(isAllowed(rules, '/a', { agents: 'YandexBot', profile: 'yandex' })).toBe(false);
});
