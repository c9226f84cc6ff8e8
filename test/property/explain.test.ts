/**
 * An explanation agrees with the matcher: its verdict is the one of `check`, and the rules that it lists are those that would
 * match alone.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { PROFILES, parseSync } from '../../src/core.js';
import { formsOfTokens } from '../../src/match/explain/url-changes.js';
import { READERS, type ReaderName } from '../../src/readers/index.js';
import { agentLists, googleUrlNear, profileNames, robotsBody, urlNear } from '../reference/arbitraries.js';
import { toOctetString, toOctets } from '../reference/octets.js';
import type { ReferenceProfile } from '../reference/reference.js';
import { checkProperty } from '../support/property.js';

const questionsUnder = (profiles: fc.Arbitrary<ReferenceProfile>) =>
  fc.tuple(robotsBody(), profiles).chain(([body, profile]) =>
    fc.record({
      body: fc.constant(body),
      profile: fc.constant(profile),
      agents: agentLists(body),
      url: profile === 'google' ? googleUrlNear(body) : urlNear(body),
    }),
  );
const questions = questionsUnder(profileNames());

const readerNames = fc.constantFrom(...(Object.keys(READERS) as ReaderName[]));

const ascending = (a: number, b: number): number => a - b;

/** What a verdict says, without its objects. */
const factsOf = (verdict: object): unknown => JSON.parse(JSON.stringify(verdict));

checkProperty(
  'an explanation has the verdict of check, and its first rule decides',
  fc.property(questions, ({ body, profile, agents, url }) => {
    const matcher = parseSync(body).matcher({ agents, profile });
    const { verdict, rules, groups, agentLines } = matcher.explain(url);
    expect(factsOf(verdict)).toEqual(factsOf(matcher.check(url)));
    expect(rules[0]?.rule.line ?? 0).toBe(verdict.rule?.line ?? 0);
    expect(rules.filter(({ decides }) => decides)).toEqual(rules.slice(0, 1));
    expect(groups).toHaveLength(verdict.groupCount);
    const obeyed = agentLines.filter(({ reason }) => reason === 'names-caller' || reason === 'wildcard');
    const lines = new Set(obeyed.map(({ userAgent }) => userAgent.line));
    for (const { userAgents } of groups) expect(userAgents.some(({ line }) => lines.has(line))).toBe(true);
  }),
);

checkProperty(
  'the sentence of any reader is about the group that has the deciding rule',
  fc.property(questionsUnder(fc.constant('rfc9309')), readerNames, ({ body, agents, url }, profile) => {
    const matcher = parseSync(body).matcher({ agents, profile });
    const verdict = matcher.check(url);
    const { group, rule, explanation, selectedBy } = verdict;
    expect(factsOf(matcher.explain(url).verdict)).toEqual(factsOf(verdict));
    if (rule === null) return;
    expect(group?.rules.map(({ line }) => line)).toContain(rule.line);
    if (selectedBy !== 'nothing')
      expect(explanation).toContain(`group of line ${group?.userAgents[0]?.line} `);
  }),
);

checkProperty(
  'an explanation lists exactly the rules that match alone',
  fc.property(questions, ({ body, profile, agents, url }) => {
    const { verdict, rules, groups } = parseSync(body).matcher({ agents, profile }).explain(url);
    if (verdict.reason === 'robots-txt') {
      expect(rules).toEqual([]);
      return;
    }
    const matching = groups
      .flatMap((group) => group.rules)
      .filter((rule) => {
        const alone = toOctets(`User-agent: x\n${rule.directive}:${toOctetString(rule.value.octets)}`);
        return parseSync(alone).matcher({ agents: 'x', profile }).check(url).rule !== null;
      });
    expect(rules.map(({ rule }) => rule.line).sort(ascending)).toEqual(
      matching.map(({ line }) => line).sort(ascending),
    );
  }),
);

checkProperty(
  'a URL in form is its tokens in form, after the steps before',
  fc.property(questions, ({ body, profile, url }) => {
    const { compared, changes } = parseSync(body).matcher({ agents: 'a', profile }).explain(url).url;
    let path = url;
    for (const { kind, from, to } of changes) {
      if (kind === 'white-space') path = path.replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\t\n\r]/g, '');
      else if (kind === 'origin') path = path.slice(from.length);
      else if (kind === 'fragment' || kind === 'nul') path = path.slice(0, path.length - from.length);
      else if (kind === 'slash') path = `/${path}`;
      else if (kind === 'backslash') path = path.replace(/^[^?]*/, (text) => text.replaceAll(from, to));
      else if (kind === 'dot-segments') path = path.replace(/^[^?]*/, () => to);
    }
    const { form } = PROFILES[profile].rules;
    const joined = formsOfTokens(path, form).map(([, inForm]) => inForm);
    // A character may be two escapes that koster-1996 decodes to octets that are UTF-8 only together.
    if (form === 'decoded')
      expect(joined.join('').replaceAll(/[^ -~]/gu, '')).toBe(compared.replaceAll(/[^ -~]/gu, ''));
    else expect(joined.join('')).toBe(compared);
  }),
);
