/** What can be saved: the file, and the verdicts as a table and as expectations for `robotstream test`. */
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ExportFormat } from '../engine/export.js';
import { EXPECTATIONS_ENDING, savedName, testCommand } from '../engine/saved-names.js';
import { useAnswer, usePage } from '../page/page.js';
import { visible } from '../page/words.js';
import { Fault } from './parts.js';

const FORMATS: {
  readonly [format in ExportFormat]: { readonly ending: string; readonly type: string };
} = {
  csv: { ending: '.verdicts.csv', type: 'text/csv' },
  expectations: { ending: EXPECTATIONS_ENDING, type: 'text/plain' },
};

export function ExportPanel() {
  const { store, report } = usePage();
  const wanted = useSignal<ExportFormat | null>(null);
  const asked = useAnswer('export', ({ fileName, urls, crawlers, profile }) =>
    wanted.value === null ? null : { format: wanted.value, fileName, urls, crawlers, profile },
  );
  const save = (name: string, type: string, content: string | Uint8Array): void => {
    saveFile(name, type, content);
    report(`${name} is saved.`);
  };
  useSignalEffect(() => {
    const { answer, isPending } = asked.value;
    if (isPending || answer === null || answer.format !== wanted.value) return;
    wanted.value = null;
    const { ending, type } = FORMATS[answer.format];
    const name = savedName(store.state.peek().fileName, ending);
    save(name, type, answer.text);
  });
  const want = (format: ExportFormat): void => {
    wanted.value = format;
  };
  const { profile, fileName, file } = store.state.value;
  return (
    <>
      <Fault fault={asked.value.fault} />
      {asked.value.isPending ? (
        <p class="hint" role="status">
          The file is being made…
        </p>
      ) : null}
      <Export
        title="robots.txt"
        about="the file in the editor, octet for octet"
        button="Save robots.txt"
        onClick={() => save(savedName(fileName, '.txt'), 'text/plain', file)}
      />
      <Export
        title="Expectations"
        about="the verdicts, for a test:"
        button="Save expectations"
        onClick={() => want('expectations')}
      >
        <pre class="command">{visible(testCommand(fileName, profile))}</pre>
      </Export>
      <Export
        title="CSV"
        about="the verdicts, for a spreadsheet"
        button="Save CSV"
        onClick={() => want('csv')}
      />
    </>
  );
}

interface ExportProps {
  readonly title: string;
  /** What the file has. */
  readonly about: string;
  readonly button: string;
  readonly onClick: () => void;
  readonly children?: ComponentChildren;
}

/** A file that can be saved. */
function Export({ title, about, button, onClick, children }: ExportProps) {
  return (
    <section class="export">
      <div class="section-heading">
        <h3>
          {title} <span class="about">{about}</span>
        </h3>
        <button type="button" onClick={onClick}>
          {button}
        </button>
      </div>
      {children}
    </section>
  );
}

/** Saves a text or octets as a file, as the browser saves downloads. */
function saveFile(name: string, type: string, content: string | Uint8Array): void {
  const url = URL.createObjectURL(
    new Blob([typeof content === 'string' ? content : new Uint8Array(content)], { type }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the file after this function; a minute is enough, and the page may be open for days.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
