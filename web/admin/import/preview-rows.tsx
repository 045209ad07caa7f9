// <PreviewRows>: the rows of the file as they would be imported, each with its problems and notes.
// <ColumnFields>: which column of the file holds what.
import { useState } from 'react';

import {
  type ImportRow,
  type Columns,
  type ImportField,
  importFields,
} from '../../../domain/imports/import.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { yearLabel } from '../../../domain/year-class.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/forms/filters.tsx';
import { ChipCount, chipClass } from '../../ui/forms/segments.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { rowCount, columnName, fieldLabel, missingColumns, unusedColumns } from './data.ts';

const ROWS = 50;

type Filter = 'problems' | 'notes';

export function PreviewRows({ rows }: { rows: readonly ImportRow[] }) {
  const rowsOf: Readonly<Record<Filter, readonly ImportRow[]>> = {
    problems: rows.filter(({ problems }) => problems.length > 0),
    notes: rows.filter(({ notes, problems }) => notes !== undefined && problems.length === 0),
  };
  const [choice, setChoice] = useState<Filter | null>(null);
  const [wantedPage, setPage] = useState(0);
  const filter = choice !== null && rowsOf[choice].length > 0 ? choice : null;
  const { slice, page, pages } = pageOf(filter === null ? rows : rowsOf[filter], wantedPage, ROWS);
  const filterButton = (own: Filter) => (
    <button
      type="button"
      aria-pressed={filter === own}
      className={chipClass}
      onClick={() => {
        setChoice(filter === own ? null : own);
        setPage(0);
      }}
    >
      With {own} <ChipCount>{rowsOf[own].length}</ChipCount>
    </button>
  );
  return (
    <section aria-label="Rows of the file" className="grid grid-cols-1 gap-4">
      {rowsOf.problems.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {filterButton('problems')}
          <span className="text-pencil">
            {rowCount(rowsOf.problems.length)} cannot be imported. Correct the file and choose it
            again, or import the others now.
          </span>
        </p>
      )}
      {rowsOf.notes.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {filterButton('notes')}
          <span className="text-pencil">
            {rowCount(rowsOf.notes.length)} will be imported as the notes beneath say.
          </span>
        </p>
      )}
      <Card className="overflow-hidden">
        <ul>
          {slice.map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </ul>
      </Card>
      <Pager label="Rows" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}

function Row({ row }: { row: ImportRow }) {
  const { line, problems, notes = [], year_class, credits } = row;
  const areCreditsWrong = problems.some(({ field }) => field === 'credits');
  return (
    <li className="grid gap-x-5 gap-y-1 border-b border-line px-4 py-2.5 leading-snug wrap-anywhere last:border-b-0 sm:grid-cols-[3.5rem_1fr_1.2fr_1fr_auto]">
      <span className="figures text-pencil">
        <span className="sm:sr-only">Row </span>
        {line}
      </span>
      <span>
        {row.Parent_Name}
        <span className="block text-sm text-pencil">{row.Parent_Phone_Number}</span>
      </span>
      <span>{row.Parent_Email}</span>
      <span>
        {row.Student_Name}
        {year_class !== null && (
          <span className="block text-sm text-pencil">{yearLabel(year_class)}</span>
        )}
      </span>
      <span className="figures">{!areCreditsWrong && creditCount(credits)}</span>
      {problems.length > 0 && (
        <ul className="font-bold text-negative sm:col-start-2 sm:col-end-6">
          {problems.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {notes.length > 0 && (
        <ul className="text-sm sm:col-start-2 sm:col-end-6">
          {notes.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface ColumnFieldsProps {
  headers: readonly string[];
  columns: Columns;
  /** Null: the file has no such column. */
  onAssign: (field: ImportField, column: number | null) => void;
}

const NONE = -1;

/** Open from the start if a column is missing. */
export function ColumnFields({ headers, columns, onAssign }: ColumnFieldsProps) {
  const now = useNow();
  const [isOpen] = useState(missingColumns(columns).length > 0);
  const unused = unusedColumns(headers, columns);
  return (
    <div>
      <details open={isOpen}>
        <summary className="min-h-11 cursor-pointer py-2 font-bold">Check the columns</summary>
        <div className="mt-2 grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          {importFields.map((field) => (
            <Select
              key={field}
              label={fieldLabel(field, now)}
              value={columns[field] ?? NONE}
              options={[
                { value: NONE, label: 'Not in the file' },
                ...headers.map((header, index) => ({
                  value: index,
                  label: columnName(header, index),
                })),
              ]}
              onChange={(index) => onAssign(field, index === NONE ? null : index)}
            />
          ))}
        </div>
      </details>
      {unused.length > 0 && (
        <p className="max-w-prose text-pencil wrap-anywhere">Not imported: {unused.join(', ')}.</p>
      )}
    </div>
  );
}
