/** The editor on the page. Its code is loaded after the first paint; until then the file is shown as text. */
import { effect, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { openFile } from '../page/open-file.js';
import { type Page, usePage } from '../page/page.js';
import type { Editor } from './create-editor.js';
import { FilePreview } from './file-preview.js';

/** The name of the text for screen readers. */
const TEXT_LABEL = 'Text of the file';

export function FileEditor() {
  const page = usePage();
  const host = useRef<HTMLDivElement>(null);
  const phase = useSignal<'loading' | 'ready' | 'failed'>('loading');
  useEffect(() => {
    const place = host.current as HTMLDivElement;
    startEditor(page, place).then(
      (editor) => {
        const hadFocus = place.parentElement?.contains(document.activeElement);
        phase.value = 'ready';
        // As soon as the preview is removed, in the microtask before: no key must go elsewhere.
        if (hadFocus) queueMicrotask(() => editor.focus());
      },
      () => {
        phase.value = 'failed';
      },
    );
  }, [page, phase]);
  return (
    <div class="file-text">
      {phase.value === 'failed' ? (
        <p role="alert">The editor cannot be loaded. Reload the page to edit the file.</p>
      ) : null}
      {phase.value === 'ready' ? null : (
        <FilePreview octets={page.store.state.value.file} label={TEXT_LABEL} />
      )}
      <div class="editor" ref={host} />
    </div>
  );
}

/** Loads the editor, and synchronizes it with the page's state for as long as there is a page. */
async function startEditor(page: Page, host: HTMLDivElement): Promise<Editor> {
  const { createEditor } = await import('./create-editor.js');
  const { store } = page;
  const editor = createEditor(host, {
    octets: store.state.peek().file,
    label: TEXT_LABEL,
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
  return editor;
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
