/** The file: its name, what it has, and the editor. */
import { FileEditor } from '../editor/file-editor.js';
import { usePage } from '../page/page.js';
import { openSample, SAMPLES } from '../page/samples.js';
import { WayBack } from '../page/way-back.js';
import { count, visible } from '../page/words.js';
import { PrintedFile } from './printed-file.js';
import { SiteFile } from './site-file.js';

export function FilePane() {
  const { store, server } = usePage();
  const { file, fileName } = store.state.value;
  return (
    <section class="file" aria-labelledby="file-heading">
      <div class="pane-heading">
        <h2 id="file-heading">{visible(fileName)}</h2>
        <FileFacts />
      </div>
      <SiteFile />
      {file.length === 0 ? <FirstSteps /> : null}
      <FileEditor />
      {server === null ? (
        <p class="offline hint">
          Drop a file anywhere. This page connects to nothing;{' '}
          <code>robotstream inspect https://example.com/</code> gets the robots.txt of a site.
        </p>
      ) : null}
      <PrintedFile />
      <WayBack />
    </section>
  );
}

/** What to do with an empty file. */
function FirstSteps() {
  const page = usePage();
  return (
    <div class="first-steps">
      <p>Write, paste or drop a robots.txt, or start with a sample:</p>
      {SAMPLES.map((sample) => (
        <button
          key={sample.title}
          type="button"
          onClick={({ detail }) => {
            openSample(page, sample);
            // The button is gone. Only by keyboard, as in `LineLink`, does the editor get the focus.
            page.reveal(1, detail === 0);
          }}
        >
          {sample.title}
        </button>
      ))}
    </div>
  );
}

function FileFacts() {
  const { store, summary } = usePage();
  const { file } = store.state.value;
  const { answer } = summary.value;
  const facts = [count(file.length, 'byte')];
  if (answer !== null) {
    facts.push(
      count(answer.lineCount, 'line'),
      count(answer.groupCount, 'group'),
      count(answer.ruleCount, 'rule'),
    );
  }
  return (
    <p class="facts">
      {facts.join(' · ')}
      {answer?.isCut === true ? (
        <strong> Crawlers may stop reading after {count(answer.limitOctets, 'byte')}; this page does.</strong>
      ) : null}
    </p>
  );
}
