/** What a file is that is no robots.txt: one notice, before everything else that the page says about it. */
import { FILE_KIND_NAMES } from 'robotstream/crawlers/internal';
import { usePage } from '../page/page.js';
import { count } from '../page/words.js';

export function FileKindNotice() {
  const { answer, isPending } = usePage().summary.value;
  if (answer === null || answer.kind === null || isPending) return null;
  const { kind, ruleCount } = answer;
  return (
    <p class="notice file-kind" role="alert">
      <strong>This is {FILE_KIND_NAMES[kind]}, not a robots.txt.</strong>{' '}
      {ruleCount === 0
        ? 'Crawlers read no rule in it, so they may fetch everything.'
        : `Even so, crawlers read ${count(ruleCount, 'rule')} in it.`}
    </p>
  );
}
