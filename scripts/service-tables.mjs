/** The part of docs/readers.md that says how services read, made from `src/readers/services.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './packages.mjs';

/** The readers of services, as `src/readers/services.schema.json` describes them. */
export function readServices() {
  return JSON.parse(readFileSync(path.join(ROOT, 'src/readers/services.json'), 'utf8'));
}

/**
 * The part of the page, by its name. What the lines rest on, and what was not found, is in the data.
 *
 * @param {ReturnType<typeof readServices>} data
 * @param {import('../src/profiles.js').Profile} rfc9309
 * @returns {{ [part: string]: string }}
 */
export function serviceParts({ services, proposed }, rfc9309) {
  const usual = new Map(proposed.map((axis) => [nameOf(axis), axis.rfc9309]));
  const departs = (one) => one.choice !== (rfc9309[one.section]?.[one.axis] ?? usual.get(nameOf(one)));
  return { services: services.map((service) => serviceSection(service, departs)).join('\n\n') };
}

function nameOf({ section, axis }) {
  return `${section}.${axis}`;
}

/** What a service does otherwise than RFC 9309, or what is said both ways. */
function serviceSection({ name, crawlers, axes, remarks }, departs) {
  const lines = axes
    .filter((one) => one.standing === 'contradicted' || departs(one))
    .map((one) => {
      const sign = one.standing === 'contradicted' ? '*contradicted*: ' : '';
      return `- \`${nameOf(one)}\` is ${shown(one.choice)}. ${sign}${one.does}`;
    });
  const parts = [`### ${name}`, `For ${crawlers.map(shown).join(', ')}.`, lines.join('\n')];
  if (remarks.length > 0) parts.push(remarks.map(({ text }) => `- ${text}`).join('\n'));
  return parts.join('\n\n');
}

function shown(choice) {
  return `\`${choice}\``;
}
