/** The progress of a survey, as it is written while time passes. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ProgressReport } from '../src/survey/progress.js';

/** What is written of a survey of four inputs, of which the first is done after ten seconds. */
function written(terminal: { readonly isTTY?: boolean; readonly columns?: number }): string {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => now.mockRestore());
  let text = '';
  const stderr = Object.assign({ write: (chunk: string) => (text += chunk) }, terminal) as never;
  const progress = new ProgressReport({ stderr });
  now.mockReturnValue(10_000);
  const result = { captures: 20_000, rows: { verdicts: 20_000, faults: 20 } };
  const input = { name: 'a.warc', id: 'a.warc', size: 5 * 2 ** 20, version: null };
  progress.take({ kind: 'done', inputs: 4, input, result } as never);
  return text;
}

test('a line of JSON counts the inputs of the survey', () => {
  expect(JSON.parse(written({}))).toEqual({
    inputs: 4,
    done: 1,
    captures: 20_000,
    faults: 20,
    capturesPerSecond: 2000,
    mebioctetsPerSecond: 0.5,
    secondsLeft: 30,
  });
});

test('a terminal has one line, which never wraps', () => {
  const line = '1 of 4 inputs · 2,000 captures/s · 0.5 MiB/s · 0.1 % faults · 30 s left';
  expect(written({ isTTY: true, columns: 80 })).toBe(`\r\u001b[2K${line}`);
  expect(written({ isTTY: true, columns: 40 })).toBe(`\r\u001b[2K${line.slice(0, 39)}`);
  expect(written({ isTTY: true })).toBe(`\r\u001b[2K${line}`);
});
