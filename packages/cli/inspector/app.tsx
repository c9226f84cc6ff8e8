/** The page: what is true about the file, then the answers on one side and the file on the other. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Header } from './page/header.js';
import { keepFocus } from './page/keep-focus.js';
import { Notices } from './page/notices.js';
import { useFileDrop } from './page/open-file.js';
import { type Page, PageProvider } from './page/page.js';
import { visible } from './page/words.js';
import { FilePane } from './panels/file-pane.js';
import { Findings } from './panels/findings.js';
import { FoldedParts } from './panels/folded.js';
import { Truth } from './panels/truth.js';
import { Verdicts } from './panels/verdicts.js';

export function App({ page }: { page: Page }) {
  const isDragged = useFileDrop(page);
  const answers = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepFocus(answers.current as HTMLDivElement), []);
  const { text, isShown } = page.announcement.value;
  return (
    <PageProvider value={page}>
      <Header />
      <Notices />
      <main>
        <Truth />
        <div class="answers" ref={answers}>
          <Findings />
          <Verdicts />
          <FoldedParts />
        </div>
        <FilePane />
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
