/** The panels in the order of their tabs. */
import type { PanelView } from '../page/tabs.js';
import { VerdictsPanel } from './verdicts.js';

export const PANEL_VIEWS: readonly PanelView[] = [
  { name: 'verdicts', title: 'Verdicts', View: VerdictsPanel },
];
