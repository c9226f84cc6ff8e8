/** The part of docs/readers.md that says how services read, made from `src/readers/services.json`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { table } from './command-page.mjs';
import { ROOT } from './packages.mjs';

/** The readers of services, as `src/readers/services.schema.json` describes them. */
export function readServices() {
  return JSON.parse(readFileSync(path.join(ROOT, 'src/readers/services.json'), 'utf8'));
}

/**
 * The part of the page, by its name. What the lines rest on, and what was not found, is in the data.
 *
 * @param {ReturnType<typeof readServices>} data
 * @returns {{ [part: string]: string }}
 */
export function serviceParts({ services }) {
  return { services: services.map(serviceSection).join('\n\n') };
}

function serviceSection({ name, crawlers, axes, remarks }) {
  const rows = axes.map(({ section, axis, choice, standing, does }) => [
    `\`${section}.${axis}\``,
    shown(choice),
    standing === 'contradicted' ? `*contradicted*: ${does}` : does,
  ]);
  const parts = [
    `### ${name}`,
    `For ${crawlers.map(shown).join(', ')}.`,
    table(['axis', 'choice', 'what it does'], rows),
  ];
  if (remarks.length > 0) parts.push(remarks.map(({ text }) => `- ${text}`).join('\n'));
  return parts.join('\n\n');
}

function shown(choice) {
  return `\`${choice}\``;
}
