// <Plot>: a finding as a title, its picture, and the numbers as a table and as a CSV file.
import { useId, useState, type ReactNode } from 'react';

import { toCsv } from '../../../domain/csv.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { formatDate, ukDate } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { saveFile } from '../../ui/save-file.ts';

export interface Column {
  readonly label: string;
  /** A date is YYYY-MM-DD. */
  readonly kind: 'text' | 'date' | 'count' | 'pence';
}
type Cell = string | number;

interface LegendProps {
  readonly outlined: string;
  readonly filled: string;
  /** What the numbers beside the bars count, and what the names beneath them are. */
  readonly axes: string;
}

interface PlotProps {
  /** What it is about, above the finding. */
  subject: string;
  /** Null without anything to show. */
  finding: string | null;
  /** Said when there is nothing to show. */
  nothing: string;
  /** What the outlined and the filled bars are; null if the picture says it. */
  legend: LegendProps | null;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
  /** The name of the CSV file, before its date. */
  file: string;
  children: ReactNode;
}

/** A cell as people read it. */
function cellText(cell: Cell, { kind }: Column): string {
  if (typeof cell === 'string') return kind === 'date' ? formatDate(cell, 'day') : cell;
  return kind === 'pence' ? formatMoney(cell) : cell.toLocaleString('en-GB');
}

/** A cell as spreadsheets read it: plain numbers, money in pounds. */
function stored(cell: Cell, { kind }: Column): string {
  return typeof cell === 'number' && kind === 'pence' ? (cell / 100).toFixed(2) : String(cell);
}

export function Plot(props: PlotProps) {
  const { subject, finding, nothing, legend, columns, rows, file, children } = props;
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const save = () => {
    const lines = rows.map((row) => columns.map((column, at) => stored(row[at] ?? '', column)));
    const text = toCsv([columns.map(({ label }) => label), ...lines]);
    saveFile(`${file}-${ukDate(Date.now())}.csv`, text, 'text/csv');
  };
  return (
    <section aria-labelledby={id} className="break-inside-avoid">
      <Card className="grid gap-4 p-4 sm:p-6">
        <header>
          <p className="text-note font-bold text-pencil">{subject}</p>
          <h2 id={id} className="text-heading wrap-anywhere">
            {finding ?? nothing}
          </h2>
        </header>
        {finding !== null && (
          <>
            {/* A single row is a sentence. */}
            {legend !== null && rows.length > 1 && <Legend {...legend} />}
            {children}
            <p className="flex flex-wrap gap-x-5 gap-y-1 print:hidden">
              <Button
                variant="secondary"
                aria-expanded={isOpen}
                aria-label={`${isOpen ? 'Hide' : 'Show'} the table: ${subject}`}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? 'Hide the table' : 'Show the table'}
              </Button>
              <Button
                variant="quiet"
                size="flush"
                aria-label={`Export CSV: ${subject}`}
                onClick={save}
              >
                Export CSV
              </Button>
            </p>
            {/* Screen readers find it even while it is hidden. */}
            <div
              className={isOpen ? 'overflow-x-auto print:overflow-visible' : 'sr-only'}
              {...(isOpen
                ? { tabIndex: 0, role: 'region', 'aria-label': `Table: ${subject}` }
                : {})}
            >
              <Table caption={subject} columns={columns} rows={rows} />
            </div>
          </>
        )}
      </Card>
    </section>
  );
}

function Legend({ outlined, filled, axes }: LegendProps) {
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-note" aria-hidden="true">
      {[
        [outlined, 'fill-sheet stroke-rule'],
        [filled, 'fill-ink'],
      ].map(([label, look]) => (
        <span key={label} className="flex items-center gap-2">
          <svg viewBox="0 0 12 12" className="size-3.5">
            <rect x="1" y="1" width="10" height="10" className={look} />
          </svg>
          {label}
        </span>
      ))}
      <span className="text-pencil">{axes}</span>
    </p>
  );
}

type TableProps = Pick<PlotProps, 'columns' | 'rows'> & { caption: string };

function Table({ caption, columns, rows }: TableProps) {
  return (
    <table className="w-full border-collapse text-note leading-snug">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, kind }) => (
            <th
              key={label}
              scope="col"
              className={`px-2 pb-1 align-bottom text-pencil first:pl-0 ${kind === 'text' || kind === 'date' ? 'text-left' : 'text-right'}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row[0])} className="border-t border-line">
            {columns.map((column, at) =>
              at === 0 ? (
                <th
                  key={column.label}
                  scope="row"
                  className="py-1.5 pr-2 text-left font-normal whitespace-nowrap"
                >
                  {cellText(row[at] ?? '', column)}
                </th>
              ) : (
                <td
                  key={column.label}
                  className={`figures px-2 py-1.5 ${column.kind === 'text' ? '' : 'text-right whitespace-nowrap'}`}
                >
                  {cellText(row[at] ?? '', column)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
