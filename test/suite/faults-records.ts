/** Faults of records: docs/semantics.md §2. */
import { foldCase } from '../reference/octets.js';
import { after, type Changes, given } from './changes.js';
import { decoded } from './octet-texts.js';
import { type Parts, SOUND } from './parts/sound.js';

export const recordFaults: Changes = {
  'a line is split at its last colon': {
    atColon: (content) => [
      content.slice(0, content.lastIndexOf(':')),
      content.slice(content.lastIndexOf(':') + 1),
    ],
  },
  'a line with two colons is no record': { hasColon: (content) => content.split(':').length === 2 },
  'an equals sign separates as well': {
    hasColon: (content) => /[:=]/.test(content),
    atColon: (content) => [content.split(/[:=]/)[0], content.slice(content.search(/[:=]/) + 1)],
  },
  'a semicolon separates as well': {
    hasColon: (content) => /[:;]/.test(content),
    atColon: (content) => [content.split(/[:;]/)[0], content.slice(content.search(/[:;]/) + 1)],
  },
  'the fullwidth colon separates as well': {
    hasColon: (content) => /:|\xEF\xBC\x9A/.test(content),
    atColon: (content) => content.split(/:|\xEF\xBC\x9A/, 2) as [string, string],
  },
  'a colon needs a space after it': { hasColon: (content) => /:[ \t\v\f]/.test(content) },
  'a colon needs none before it': { hasColon: (content) => /^[^:]*[^: \t\v\f]:|^:/.test(content) },
  'a line with an empty field is a disallow': {
    acceptsEmptyField: true,
    kind: (field, profile) => (field === '' ? 'disallow' : SOUND.kind(field, profile)),
  },
  'a field of two words counts by its last': after(
    'fieldAndValue',
    (parts) => parts && [parts[0].split(/[ -]/).at(-1) ?? '', parts[1]],
  ),
  'a line without a colon is never a record': { takesTwoWords: () => false },
  'koster-1996 reads lines without a colon': { takesTwoWords: () => true },
  'a line of three words is a record': { mostWords: 3 },
  'VT separates words': { words: (content) => content.split(/[ \t\v]+/) },
  'FF separates words': { words: (content) => content.split(/[ \t\f]+/) },
  'a no-break space separates words': { words: (content) => content.split(/(?:[ \t]|\xC2\xA0)+/) },
  'HTAB does not separate words': { words: (content) => content.split(/ +/) },
  'nothing need separate a field from its path': { words: (content) => content.split(/[ \t]+|(?=\/)/) },
  'fields have case': after('kind', (kind, field) =>
    /^(?:[Uu]ser-agent|[Aa]llow|[Dd]isallow)$/.test(field) ? kind : null,
  ),
  'fields are folded by Unicode': given('kind', (field) => foldCase(decoded(field).toUpperCase())),
  'fields are read without hyphens and spaces': given('kind', (field) =>
    field.replace(/[-_ \t]/g, '').replace(/^useragent$/i, 'user-agent'),
  ),
  'fields are read without what is no ASCII letter': given('kind', (field) =>
    field.replace(/^[^A-Za-z]+|[^A-Za-z]+$/g, '').replace(/[^ -~]/g, ''),
  ),
  'user_agent is user-agent': given('kind', (field) => field.replace(/[_.]/g, '-')),
  'a field may have any white space inside': given('kind', (field) => field.replace(/[ \t]+/g, ' ')),
  'a field that contains a known one is that one': {
    isSpelled: (field, spelling) => field.includes(spelling),
  },
  'a field that ends with a known one is that one': {
    isSpelled: (field, spelling) => field.endsWith(spelling),
  },
  'every profile takes fields that begin with a known one': {
    isSpelled: (field, spelling) => field.startsWith(spelling),
  },
  'google compares the whole field': { isSpelled: (field, spelling) => field === spelling },
  'no misspelling is accepted': { acceptsMisspellings: () => false },
  'koster-1996 accepts misspellings': { acceptsMisspellings: () => true },
  'a transposed or missing letter is accepted': given('kind', (field) =>
    field
      .replace(/^(?:d?is?s?a?ll*o?w?|diallow|desallow|dsallow|disalllow|disallo)$/i, 'disallow')
      .replace(/^(?:alow|allo)$/i, 'allow')
      .replace(/^(?:useragnet|usr-agent|user-agnet|agent|user)$/i, 'user-agent'),
  ),
  'other words mean disallow': given('kind', (field) =>
    field
      .replace(/^(?:deny|block|noindex|no-allow)$/i, 'disallow')
      .replace(/^permit$/i, 'allow')
      .replace(/^(?:robot|crawler)$/i, 'user-agent'),
  ),
  ...Object.fromEntries(
    SOUND.spellings.flatMap(([kind, spellings]) =>
      spellings.slice(kind === 'sitemap' ? spellings.length : 1).map((left): [string, Partial<Parts>] => [
        `the spelling ${left} is not accepted`,
        {
          spellings: SOUND.spellings.map(
            ([one, all]) => [one, all.filter((spelling) => spelling !== left)] as const,
          ),
        },
      ]),
    ),
  ),
  'allow is not known': { spellings: SOUND.spellings.filter(([kind]) => kind !== 'allow') },
  'Content-Usage is an other record': { isContentUsage: () => false },
  'Content-Usage is a rule under every profile': { isContentUsage: (field) => field === 'content-usage' },
  'Content-Usages is Content-Usage': {
    isContentUsage: (field, profile) => profile === 'rfc9309' && field.startsWith('content-usage'),
  },
};
