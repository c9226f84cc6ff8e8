/** A row of the grid. It is drawn again only if something in it has changed, because a grid can have thousands of cells. */
import { Component } from 'preact';
import type { NamedCrawler } from '../engine/named-crawlers.js';
import { CELL } from '../engine/question.js';
import { shortened, visible } from '../page/words.js';

export interface GridRowProps {
  readonly row: number;
  readonly url: string;
  readonly fault: string | null;
  readonly crawlers: readonly NamedCrawler[];
  /** One of `CELL` for each crawler. */
  readonly cells: Uint8Array;
  /** The line of the deciding rule for each crawler, or 0. */
  readonly ruleLines: Uint32Array;
  readonly isJudged: boolean;
  /** The column of the chosen cell, or -1. */
  readonly chosenColumn: number;
  /** The column of the cell that Tab reaches, or -1. */
  readonly activeColumn: number;
  choose(row: number, column: number): void;
}

export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: GridRowProps): boolean {
    const { props } = this;
    return !(
      props.row === next.row &&
      props.url === next.url &&
      props.fault === next.fault &&
      props.isJudged === next.isJudged &&
      props.chosenColumn === next.chosenColumn &&
      props.activeColumn === next.activeColumn &&
      isSame(props.cells, next.cells) &&
      isSame(props.ruleLines, next.ruleLines) &&
      hasSameNames(props.crawlers, next.crawlers)
    );
  }

  override render({ url, fault, crawlers, isJudged }: GridRowProps) {
    return (
      <tr>
        <th scope="row" title={visible(url)}>
          <span>{shortened(url)}</span>
        </th>
        {fault === null ? (
          crawlers.map((crawler, column) => (
            <td key={crawler.name}>{isJudged ? this.#cell(crawler, column) : null}</td>
          ))
        ) : (
          <td class="fault" colSpan={crawlers.length}>
            {fault}
          </td>
        )}
      </tr>
    );
  }

  #cell({ name, fault }: NamedCrawler, column: number) {
    // The latest function, because `choose` alone does not draw the row again.
    const { row, url, cells, ruleLines, chosenColumn, activeColumn } = this.props;
    if (fault !== null || cells[column] === CELL.unanswered) {
      return <span title={fault ?? undefined}>–</span>;
    }
    const isAllowed = cells[column] === CELL.allowed;
    const word = isAllowed ? 'allowed' : 'disallowed';
    const line = ruleLines[column];
    const by = line === 0 ? 'no rule decides' : `line ${line}`;
    return (
      <button
        type="button"
        class={`cell ${word}`}
        data-row={row}
        data-column={column}
        tabIndex={column === activeColumn ? 0 : -1}
        aria-pressed={column === chosenColumn}
        aria-label={`${word}, ${by}: ${name}, ${shortened(url)}`}
        title={`${word}, ${by}: ${visible(name)}`}
        onClick={() => this.props.choose(row, column)}
      >
        <span class="sign" aria-hidden="true">
          {isAllowed ? '✓' : '✕'}
        </span>
        <span class="by" aria-hidden="true">
          {line === 0 ? '·' : line}
        </span>
      </button>
    );
  }
}

function isSame(one: ArrayLike<number>, another: ArrayLike<number>): boolean {
  if (one.length !== another.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== another[i]) return false;
  return true;
}

function hasSameNames(one: readonly NamedCrawler[], another: readonly NamedCrawler[]): boolean {
  return (
    one === another ||
    (one.length === another.length && one.every(({ name }, i) => name === another[i]?.name))
  );
}
