// <PreviewRows>: the rows of the file as they would be imported, each with its problems.
import { useState } from 'react';

import { yearLabel } from '../../../domain/enquiries/enquiry.ts';
import type { ImportRow } from '../../../domain/families/import.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { Card } from '../../ui/card.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';
import { rowCount } from './import-words.ts';

const ROWS = 50;

export function PreviewRows({ rows }: { readonly rows: readonly ImportRow[] }) {
  const faulty = rows.filter(({ problems }) => problems.length > 0);
  const [wantsFaulty, setFaulty] = useState(false);
  const [wantedPage, setPage] = useState(0);
  const isFaulty = wantsFaulty && faulty.length > 0;
  const { shown, page, pages } = pageOf(isFaulty ? faulty : rows, wantedPage, ROWS);
  return (
    <section aria-label="Rows of the file" className="grid grid-cols-1 gap-4">
      {faulty.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <button
            type="button"
            aria-pressed={isFaulty}
            className="figures min-h-11 cursor-pointer rounded-md border border-rule bg-sheet px-3.5 leading-tight font-bold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
            onClick={() => {
              setFaulty(!isFaulty);
              setPage(0);
            }}
          >
            With problems {faulty.length}
          </button>
          <span className="text-pencil">
            {rowCount(faulty.length)} cannot be imported. Correct the file and choose it again, or
            import the others now.
          </span>
        </p>
      )}
      <Card className="overflow-hidden">
        <ul>
          {shown.map((row) => (
            <Row key={row.line} row={row} />
          ))}
        </ul>
      </Card>
      <Pager label="Rows" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}

function Row({ row }: { readonly row: ImportRow }) {
  const { line, problems, year_class, credits } = row;
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
    </li>
  );
}
