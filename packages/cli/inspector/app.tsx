/** The page: the file on one side, the question and its answers on the other. */
import { CELL } from './engine/question.js';
import { Header } from './page/header.js';
import { Notices } from './page/notices.js';
import { useFileDrop } from './page/open-file.js';
import { type Page, PageProvider } from './page/page.js';
import { type PanelView, Tabs } from './page/tabs.js';
import { visible } from './page/words.js';
import { ComparePanel } from './panels/compare.js';
import { CrawlersPanel } from './panels/crawlers.js';
import { ExportPanel } from './panels/export.js';
import { FileKindNotice } from './panels/file-kind.js';
import { FilePane } from './panels/file-pane.js';
import { FindingsPanel } from './panels/findings.js';
import { FirstPurposes } from './panels/purposes.js';
import { ReadingsPanel } from './panels/readings.js';
import { UsagePanel } from './panels/usage.js';
import { VerdictsPanel } from './panels/verdicts.js';

function verdictCount({ grid }: Page): [number, string] | null {
  const { answer } = grid.value;
  if (answer === null) return null;
  return [answer.cells.filter((cell) => cell !== CELL.unanswered).length, 'verdict'];
}

function usageLineCount({ usageLines }: Page): [number, string] | null {
  const { answer } = usageLines.value;
  return answer === null ? null : [answer, 'line'];
}

function findingCount({ findings }: Page): [number, string] | null {
  const { answer } = findings.value;
  if (answer === null) return null;
  return [answer.omitted.reduce((sum, [, number]) => sum + number, answer.findings.length), 'finding'];
}

function differenceCount({ comparison }: Page): [number, string] | null {
  const { answer } = comparison.value;
  if (answer === null) return null;
  return [
    answer.differing.reduce((sum, { opens, closes }) => sum + opens.length + closes.length, 0),
    'difference',
  ];
}

/** The panels in the order of their tabs. */
const PANEL_VIEWS: readonly PanelView[] = [
  { name: 'verdicts', title: 'Verdicts', View: VerdictsPanel, size: verdictCount },
  { name: 'findings', title: 'Findings', View: FindingsPanel, size: findingCount },
  { name: 'readings', title: 'Readings', View: ReadingsPanel },
  { name: 'compare', title: 'Compare', View: ComparePanel, size: differenceCount },
  { name: 'crawlers', title: 'Crawlers', View: CrawlersPanel },
  { name: 'usage', title: 'Usage', View: UsagePanel, size: usageLineCount },
  { name: 'export', title: 'Export', View: ExportPanel },
];

export function App({ page }: { page: Page }) {
  const isDragged = useFileDrop(page);
  const { text, isShown } = page.announcement.value;
  return (
    <PageProvider value={page}>
      <Header />
      <Notices />
      <main>
        <FilePane />
        <div class="answers">
          <FileKindNotice />
          <FirstPurposes />
          <Tabs views={PANEL_VIEWS} />
        </div>
      </main>
      <p class={isShown ? 'announcement' : 'visually-hidden'} role="status">
        {/* Each text is an element of its own, so that each is seen for its whole time. */}
        <span key={text}>{visible(text)}</span>
      </p>
      {isDragged.value ? (
        <div class="drop" aria-hidden="true">
          <p>Drop a robots.txt to open it</p>
        </div>
      ) : null}
    </PageProvider>
  );
}
