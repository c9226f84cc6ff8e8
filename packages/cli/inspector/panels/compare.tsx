/** Compares the file with an earlier version: what it opens, and what it closes. */
import { useSignal } from '@preact/signals';
import { FileButton } from '../page/file-button.js';
import { readerOfLatest } from '../page/open-file.js';
import { usePage } from '../page/page.js';
import { count, visible } from '../page/words.js';
import { fileOf, type RobotsFile, swapped } from '../state/state.js';
import { ComparisonView } from './comparison-view.js';
import { Fault } from './parts.js';

export function ComparePanel() {
  const { other } = usePage().store.state.value;
  return other === null ? <ChooseOther /> : <Compared other={other} />;
}

const readOther = readerOfLatest();

/** Asks for an earlier version: opened, dropped, pasted, or the file as it is now. */
function ChooseOther() {
  const { store, announce } = usePage();
  const text = useSignal('');
  const problem = useSignal<string | null>(null);
  const choose = (other: RobotsFile): void => {
    store.choose({ other });
    announce(`The file is compared with ${other.name}.`);
  };
  const take = async (files: FileList | null | undefined): Promise<void> => {
    const [file] = files ?? [];
    if (file === undefined) return;
    const read = await readOther(file);
    // Meanwhile, the person may have chosen a version that is not a file.
    if (read === null || store.state.peek().other !== null) return;
    if (typeof read === 'string') problem.value = read;
    else choose(read);
  };
  /** Takes a file in place of the text that the browser would insert. */
  const takeFrom = (event: Event, data: DataTransfer | null): void => {
    if (data === null || data.files.length === 0) return;
    event.preventDefault();
    void take(data.files);
  };
  return (
    <>
      <p>What has the file opened and closed since an earlier version?</p>
      <Fault fault={problem.value} />
      <div class="button-row">
        <FileButton
          text="Open an earlier version…"
          label="Open an earlier version"
          onFiles={(files) => void take(files)}
        />
        <button
          type="button"
          onClick={() => {
            const { octets, name } = fileOf(store.state.peek());
            choose({ octets, name: `${name} as it was` });
          }}
        >
          Keep the current text to compare with
        </button>
      </div>
      <div class="field">
        <label for="other-text">Or paste it, or drop its file here</label>
        <textarea
          id="other-text"
          rows={6}
          spellcheck={false}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
          onDrop={(event) => takeFrom(event, event.dataTransfer)}
          onPaste={(event) => takeFrom(event, event.clipboardData)}
        />
      </div>
      <div class="button-row">
        <button
          type="button"
          disabled={text.value === ''}
          onClick={() => choose({ octets: new TextEncoder().encode(text.value), name: 'the pasted version' })}
        >
          Compare with this text
        </button>
      </div>
    </>
  );
}

function Compared({ other }: { other: RobotsFile }) {
  const { store, announce, comparison } = usePage();
  const { answer, fault, isPending } = comparison.value;
  const { fileName } = store.state.value;
  return (
    <>
      <div class="section-heading">
        <p>
          <strong>{visible(fileName)}</strong> compared with <strong>{visible(other.name)}</strong>, of{' '}
          {count(other.octets.length, 'byte')}
        </p>
        <div class="button-row">
          <button
            type="button"
            onClick={() => {
              store.choose(swapped(store.state.peek()));
              announce(`${other.name} is now in the editor.`);
            }}
          >
            Swap
          </button>
          <button type="button" onClick={() => store.choose({ other: null })}>
            Compare with another
          </button>
        </div>
      </div>
      <Fault fault={fault} />
      {answer === null ? (
        <p class="hint">{isPending ? 'Comparing…' : null}</p>
      ) : (
        <ComparisonView comparison={answer} names={{ before: 'before', after: 'now', inEditor: 'after' }} />
      )}
    </>
  );
}
