/** The panels in the order of their tabs. */
import type { PanelView } from '../page/tabs.js';
import { ComparePanel } from './compare.js';
import { CrawlersPanel } from './crawlers.js';
import { ExportPanel } from './export.js';
import { FindingsPanel } from './findings.js';
import { ReadingsPanel } from './readings.js';
import { UsagePanel } from './usage.js';
import { VerdictsPanel } from './verdicts.js';

export const PANEL_VIEWS: readonly PanelView[] = [
  { name: 'verdicts', title: 'Verdicts', View: VerdictsPanel },
  { name: 'findings', title: 'Findings', View: FindingsPanel },
  { name: 'readings', title: 'Readings', View: ReadingsPanel },
  { name: 'compare', title: 'Compare', View: ComparePanel },
  { name: 'crawlers', title: 'AI crawlers', View: CrawlersPanel },
  { name: 'usage', title: 'Usage', View: UsagePanel },
  { name: 'export', title: 'Export', View: ExportPanel },
];
