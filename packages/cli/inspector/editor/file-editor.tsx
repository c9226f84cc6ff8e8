/** The editor on the page. */
import { effect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { openFile } from '../page/open-file.js';
import { type Page, usePage } from '../page/page.js';
import { createEditor, type Editor } from './create-editor.js';

export function FileEditor() {
  const page = usePage();
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => startEditor(page, host.current as HTMLDivElement), [page]);
  return (
    <div class="file-text">
      <div class="editor" ref={host} />
    </div>
  );
}

/** Makes the editor, and synchronizes it with the page's state for as long as there is a page. */
function startEditor(page: Page, host: HTMLDivElement): void {
  const { store } = page;
  const editor = createEditor(host, {
    octets: store.state.peek().file,
    label: 'Text of the file',
    onChange: (file, isReplaced) => {
      const { chosenLine } = editor;
      store.type({ file, ...(chosenLine !== null && { chosen: { kind: 'line', line: chosenLine } }) });
      if (isReplaced) page.sampleUrls.follow();
    },
    onLineChosen: (line) => store.choose({ chosen: { kind: 'line', line } }),
    onFile: (file) => void openFile(page, file),
  });
  let { fileName: shownName } = store.state.peek();
  effect(() => {
    const { file, fileName } = store.state.value;
    if (fileName === shownName) editor.setOctets(file);
    else editor.open(file);
    shownName = fileName;
  });
  effect(() => showFindings(page, editor));
  effect(() => showMarks(page, editor));
  effect(() => {
    const { chosen } = store.state.value;
    editor.chosenLine = chosen?.kind === 'line' ? chosen.line : null;
  });
  effect(() => showDecidingPart(page, editor));
  effect(() => {
    const revealed = page.revealed.value;
    if (revealed === null) return;
    editor.goToLine(revealed.line);
    if (revealed.takesFocus) editor.focus();
  });
  openPastedFiles((file) => void openFile(page, file));
}

/** While an answer about the current file is pending, the findings of the earlier answer stay at their places in the text. */
function showFindings({ findings }: Page, editor: Editor): void {
  const { answer, isPending } = findings.value;
  if (!isPending) editor.setFindings(answer?.findings ?? []);
}

function showMarks({ grid, explanation, marks, decidingLines }: Page, editor: Editor): void {
  const parts = marks.value;
  const lines = decidingLines.value;
  if (grid.value.isPending || explanation.value.isPending) return;
  editor.setMarks({ parts, decidingLines: lines });
}

/** Scrolls to what decides the chosen verdict, but not while a person is working in the text. */
function showDecidingPart({ marks }: Page, editor: Editor): void {
  const deciding = marks.value.at(-1);
  if (deciding !== undefined && !editor.hasFocus) editor.revealOctet(deciding.start);
}

/** Opens files that are pasted outside of the editor. */
function openPastedFiles(open: (file: File) => void): void {
  window.addEventListener('paste', (event) => {
    const data = event.clipboardData;
    const file = data?.files[0];
    if (event.defaultPrevented || file === undefined || data?.types.includes('text/plain')) return;
    event.preventDefault();
    open(file);
  });
}
