/** The file: its name, what it has, and the editor. */
import { useAnswer, usePage } from './page.js';
import { count } from './words.js';

export function FilePane() {
  const { fileName } = usePage().store.state.value;
  return (
    <section class="file" aria-labelledby="file-heading">
      <div class="pane-heading">
        <h2 id="file-heading">{fileName}</h2>
        <FileFacts />
      </div>
      <FileText />
    </section>
  );
}

function FileFacts() {
  const { file } = usePage().store.state.value;
  const { answer } = useAnswer('summary', () => ({})).value;
  const facts = [count(file.length, 'octet')];
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
        <strong>
          {' '}
          Crawlers may stop reading after {count(answer.limitOctets, 'octet')}; this page does.
        </strong>
      ) : null}
    </p>
  );
}

/** The file as text. */
function FileText() {
  const { file } = usePage().store.state.value;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
    <section class="file-text" tabIndex={0} aria-label="Text of the file">
      <pre>{new TextDecoder().decode(file)}</pre>
    </section>
  );
}
