/** Kinds of lines that the lint looks at, each by its number. */
export const LINE_KINDS: { readonly [kind: string]: (nth: number) => string } = {
  'no record': () => 'x',
  'two words': () => 'a b',
  'no field': () => ':x',
  blank: () => '',
  comment: () => '#',
  'ignore comment': () => '#robotstream-ignore group-split',
  'ignore comment without a rule': () => '#robotstream-ignore ties',
  'ignore comment for the file': () => '#robotstream-ignore-file group-split',
  'ignore comment after a rule': () => 'allow:/a#robotstream-ignore duplicate-rule',
  'unknown field': (nth) => `f${nth.toString(36)}:`,
  'misspelled sitemap': (nth) => `sietmap:http://a/${nth}`,
  agent: () => 'user-agent:a',
  'another agent': (nth) => `user-agent:a${nth.toString(36)}`,
  'agent with white space': (nth) => `user-agent:a b${nth.toString(36)}`,
  'agent with a version': (nth) => `user-agent:a${nth}/1`,
  'every agent': () => 'user-agent:*',
  'agents in a list': (nth) => `user-agent:a,b${nth.toString(36)}`,
  'agent without a colon': () => 'user-agent a',
  'agent for Google': () => 'user-agents:b',
  'unusable agent': () => 'user-agent:\0',
  'no agent': () => 'user-agent:',
  rule: () => 'disallow:/a',
  'another rule': (nth) => `disallow:/${nth}`,
  'rule with wildcards': (nth) => `disallow:/*${nth}*`,
  'rule without a colon': () => 'disallow /a',
  'misspelled rule': () => 'disalow:/a',
  'rule for Google': () => 'disallowx:/a',
  'allow rule': (nth) => `allow:/${nth}`,
  'empty rule': () => 'disallow:',
  'rule with a percent sign': () => 'disallow:/%',
  'rule with a NUL': () => 'disallow:/\0',
  'rule that is not UTF-8': () => 'disallow:/\xa0',
  sitemap: () => 'sitemap:http://a',
  'another sitemap': (nth) => `sitemap:http://a/${nth}`,
  'relative sitemap': () => 'sitemap:/a',
  delay: () => 'crawl-delay:5',
  'another delay': (nth) => `crawl-delay:${nth}`,
  'malformed delay': () => 'crawl-delay:x',
  rate: () => 'request-rate:1/5',
  host: () => 'host:http://a/',
  parameters: () => 'clean-param:a',
  signal: () => 'content-signal:ai-train=no',
  usage: () => 'content-usage:train-ai=n',
  'malformed usage': () => 'content-usage:Y',
  'unsupported field': () => 'noindex:/a',
  'proposed field': () => 'license:http://a',
  HTML: () => '<p>',
};

/** Some lines of a kind, as octets of ISO 8859-1. */
export function linesOf(kind: string, count: number, start = 0): string {
  return Array.from({ length: count }, (_, nth) => `${LINE_KINDS[kind](start + nth)}\n`).join('');
}

export function latin1Octets(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
