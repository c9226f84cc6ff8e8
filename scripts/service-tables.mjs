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
 * The parts of the page, by name.
 *
 * @param {ReturnType<typeof readServices>} data
 * @returns {{ [part: string]: string }}
 */
export function serviceParts({ services, proposed }) {
  return {
    services: services.map(serviceSection).join('\n\n'),
    'choices of services': table(
      ['axis', 'choice', 'meaning', '`rfc9309`'],
      proposed.map(({ section, axis, choice, meaning, rfc9309 }) => [
        `\`${section}.${axis}\``,
        shown(choice),
        meaning,
        rfc9309 === undefined ? '' : shown(rfc9309),
      ]),
    ),
  };
}

function serviceSection({ name, crawlers, axes, unknown, remarks }) {
  const rows = axes.map(({ section, axis, choice, standing, does, statements }) => [
    `\`${section}.${axis}\``,
    shown(choice),
    does,
    standing,
    statements.map((statement) => sourceOf(statement, standing === 'contradicted')).join('; '),
  ]);
  return [
    `### ${name}`,
    `For ${crawlers.map(shown).join(', ')}.`,
    table(['axis', 'choice', 'what it does', 'standing', 'source, and the day it was read'], rows),
    ...remarks.map(({ text, statement }) => `- ${text} (${sourceOf(statement)})`),
    `Nothing was found about ${bySection(unknown)}.`,
  ]
    .join('\n\n')
    .replaceAll('\n\n- ', '\n- ')
    .replace('|\n- ', '|\n\n- ');
}

/** Axes with the section before the first of each. */
function bySection(axes) {
  const sections = {};
  for (const [section, axis] of axes.map((name) => name.split('.'))) {
    sections[section] = [...(sections[section] ?? []), shown(axis)];
  }
  return Object.entries(sections)
    .map(([section, its]) => `${section}: ${its.join(', ')}`)
    .join('; ');
}

/** A link to the page, with the day; the choice that it speaks for, if others disagree. */
function sourceOf({ page, readFrom, dateRead, quotation, says }, isDisputed = false) {
  const place = readFrom === 'source' ? "the operator's program" : readFrom;
  const choice = isDisputed ? `${shown(says)}: ` : '';
  return `${choice}“${escaped(quotation)}” ([${place}](${page}), ${dateRead})`;
}

function shown(choice) {
  return `\`${choice}\``;
}

/** Text in which Markdown sees nothing special. */
function escaped(text) {
  return text.replaceAll(/[*_<>`[\]$]/g, (character) => `\\${character}`);
}
