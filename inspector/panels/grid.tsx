/** The grid of verdicts: a row for each URL, a column for each crawler. */
import type { GridRows } from '../engine/grid.js';
import { CELL } from '../engine/protocol.js';

const WORDS = { [CELL.allowed]: 'allowed', [CELL.disallowed]: 'disallowed', [CELL.unanswered]: '' };

export function GridPanel({ grid: { urls, crawlers, cells } }: { grid: GridRows }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">URL</th>
          {crawlers.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {urls.map(({ url, line }, row) => (
          <tr key={line}>
            <th scope="row">{url}</th>
            {crawlers.map(({ name }, column) => (
              <td key={name}>{WORDS[cells[row * crawlers.length + column] as keyof typeof WORDS]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
