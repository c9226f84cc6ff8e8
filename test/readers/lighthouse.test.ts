/** What the lint takes for accepted by the robots.txt audit of Lighthouse, compared with the program's own lists. */
import { expect, test } from 'vitest';
import { recordedLists } from '../../readers/lighthouse.js';
import { ACCEPTED_FIELDS, ACCEPTED_PROTOCOLS } from '../../src/lint/rules/lighthouse.js';

const { version, fields, protocols } = recordedLists();

/** They are checked by their values. */
const DIRECTIVES = ['allow', 'disallow', 'sitemap', 'user-agent'];

test(`the fields are those of Lighthouse ${version}`, () => {
  expect([...ACCEPTED_FIELDS, ...DIRECTIVES].sort()).toEqual(fields);
});

test(`the protocols of sitemaps are those of Lighthouse ${version}`, () => {
  expect([...ACCEPTED_PROTOCOLS].sort()).toEqual(protocols);
});
