/**
 * `node bench/.built/bench/fleet/plot.js RESULT.json`: draws the checkpoints of a fleet run into docs/internals/survey-fleet.svg. It paints its own
 * background, so it is readable on light and dark pages.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from '../machine.js';
import { ROOT } from '../paths.js';
import { lineThrough } from './line.js';
import type { FleetResult } from './run.js';

/** Lengths are in pixels. */
const [WIDTH, HEIGHT] = [720, 400];
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 690, 60, 330];
const MILLION = 1e6;
const SECONDS_A_MINUTE = 60;

type Recorded = FleetResult & { readonly machine: Machine };

export function fleetSvg({
  machine,
  checkpoints,
  captures,
  agents,
  killedWorkers,
  killedRedis,
}: Recorded): string {
  const line = lineThrough(checkpoints);
  const maxMinutes =
    Math.ceil(Math.max(...checkpoints.map((one) => one.cpuSeconds)) / SECONDS_A_MINUTE / 5) * 5;
  const x = (count: number) => round(LEFT + (count / captures) * (RIGHT - LEFT));
  const y = (seconds: number) => round(BOTTOM - (seconds / SECONDS_A_MINUTE / maxMinutes) * (BOTTOM - TOP));
  const at = (count: number) => line.secondsAtFirst + count * line.secondsPerCapture;
  const title = `CPU time of a survey through the queue, ${agents.length} crawlers`;
  const note = `${killedWorkers} workers killed, Redis ${killedRedis} times; Node ${machine.node}, ${machine.cores} cores shared with other work, ${machine.date.slice(0, 'yyyy-mm-dd'.length)}`;
  const ticksX = Array.from({ length: 6 }, (_, i) => (captures * i) / 5);
  const ticksY = Array.from({ length: 6 }, (_, i) => (maxMinutes * i) / 5);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<title id="title">${title}</title>`,
    `<desc id="description">${checkpoints.map((one) => `${one.captures} captures: ${Math.round(one.cpuSeconds)} s.`).join(' ')}</desc>`,
    '<style>text { font: 13px system-ui, sans-serif; fill: #1f2328; } .title { font-size: 16px; font-weight: 600; } .note { font-size: 12px; fill: #4b535d; } .end { text-anchor: end; } .middle { text-anchor: middle; }</style>',
    `<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="6" fill="#ffffff" stroke="#d0d7de"/>`,
    `<text class="title" x="20" y="30">${title}</text>`,
    ...ticksY.flatMap((minutes) => {
      const level = y(minutes * SECONDS_A_MINUTE);
      return [
        `<line x1="${LEFT}" x2="${RIGHT}" y1="${level}" y2="${level}" stroke="#d0d7de"/>`,
        `<text class="note end" x="${LEFT - 8}" y="${level + 4}">${minutes}</text>`,
      ];
    }),
    ...ticksX.map(
      (count) => `<text class="note middle" x="${x(count)}" y="${BOTTOM + 18}">${count / MILLION}</text>`,
    ),
    `<text class="note middle" x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 36}">captures, in millions</text>`,
    `<text class="note middle" x="20" y="${(TOP + BOTTOM) / 2}" transform="rotate(-90 20 ${(TOP + BOTTOM) / 2})">CPU minutes</text>`,
    `<line x1="${x(0)}" x2="${x(captures)}" y1="${y(at(0))}" y2="${y(at(captures))}" stroke="#9a5b00" stroke-width="1.5"/>`,
    ...checkpoints.map(
      (one) => `<circle cx="${x(one.captures)}" cy="${y(one.cpuSeconds)}" r="4" fill="#0a5bc4"/>`,
    ),
    `<text x="${LEFT + 16}" y="${TOP + 16}">${Math.round(line.secondsPerCapture * MILLION)} µs a capture, R² = ${line.fit.toFixed(4)}</text>`,
    `<text class="note" x="20" y="${HEIGHT - 12}">${note}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}

const [path] = process.argv.slice(2);
if (path !== undefined)
  writeFileSync(
    `${ROOT}docs/internals/survey-fleet.svg`,
    fleetSvg(JSON.parse(readFileSync(path, 'utf8')) as Recorded),
  );
