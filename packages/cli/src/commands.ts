/**
 * The table of sub-commands. Each loads when it is asked for, so that none waits for the packages of another.
 */
import type { CommandTable } from '../../command-line/src/command.js';

export const COMMANDS: CommandTable = {
  agents: {
    group: 'look',
    summary: 'Report what each crawler may do: how much it may fetch, by which group, and for what purpose.',
    load: async () => (await import('./agents/command.js')).agentsCommand,
  },
  audit: {
    group: 'archives and logs',
    summary: 'Audit access logs: which crawlers fetched what robots.txt forbids?',
    load: async () => (await import('./audit/command.js')).auditCommand,
  },
  check: {
    group: 'check',
    summary: "Judge URLs by a robots.txt, or by each site's own; answer another program's questions.",
    load: async () => (await import('./check/command.js')).checkCommand,
  },
  completion: {
    group: 'shell',
    summary: 'Print a script that completes the command line in bash, zsh or fish.',
    load: async () => (await import('./completion/command.js')).completionCommand,
  },
  diff: {
    group: 'look',
    summary: 'Compare two files, or two profiles: what opens, what closes, and for which crawlers.',
    load: async () => (await import('./diff/command.js')).diffCommand,
  },
  explain: {
    group: 'look',
    summary: 'Explain a verdict step by step, with the lines of the file that decide.',
    load: async () => (await import('./explain/command.js')).explainCommand,
  },
  fetch: {
    group: 'live sites',
    summary: 'Fetch the robots.txt that governs a URL, and report the outcome and what it means.',
    load: async () => (await import('./fetch/command.js')).fetchCommand,
  },
  inspect: {
    group: 'look',
    summary: 'Open a page to write a robots.txt, and to see what each crawler may fetch, and why.',
    load: async () => (await import('./inspect/command.js')).inspectCommand,
  },
  lint: {
    group: 'check',
    summary: 'Find errors and likely mistakes in files, and fix the certain ones.',
    load: async () => (await import('./lint/command.js')).lintCommand,
  },
  man: {
    group: null,
    summary: 'Print the manual page.',
    load: async () => (await import('./man/command.js')).manCommand,
  },
  parse: {
    group: 'look',
    summary: 'Show what a robots.txt says and what is wrong with it: as text, as JSON, or as events.',
    load: async () => (await import('./parse/command.js')).parseCommand,
  },
  site: {
    group: 'live sites',
    summary: 'Compare what a site serves by http and https, with www and without; request its sitemaps.',
    load: async () => (await import('./site/command.js')).siteCommand,
  },
  survey: {
    group: 'archives and logs',
    summary: 'Make tables of archives: what each robots.txt is, and what each crawler may fetch.',
    load: async () => (await import('./survey/command.js')).surveyCommand,
  },
  'survey report': {
    group: 'archives and logs',
    summary: 'Make a page of charts from the tables of a survey.',
    load: async () => (await import('./survey/report.js')).reportCommand,
  },
  test: {
    group: 'check',
    summary: 'Test a robots.txt against a file of expectations; report to people, as TAP or for JUnit.',
    load: async () => (await import('./test/command.js')).testCommand,
  },
  url: {
    group: 'live sites',
    summary: 'Show everything that governs a URL: rules, X-Robots-Tag, usage preferences, licenses.',
    load: async () => (await import('./url/command.js')).urlCommand,
  },
  watch: {
    group: 'live sites',
    summary: 'Report what changed in the robots.txt of sites since the last run, also to a webhook.',
    load: async () => (await import('./watch/command.js')).watchCommand,
  },
};
