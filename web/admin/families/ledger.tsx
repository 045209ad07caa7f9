// <Ledger>: every change of a family's credits, newest first, with the balance after it.
import { useState } from 'react';

import type { LedgerEntry, LedgerKind } from '../../../domain/payments/credits.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import { formatDate, formatInstant, shortTime } from '../../../domain/time.ts';
import { Card } from '../../ui/card.tsx';
import { Pager, pageOf } from '../../ui/pager.tsx';

const kinds: Readonly<Record<LedgerKind, string>> = {
  purchase: 'Purchase',
  booking: 'Booking',
  refund: 'Refund',
  adjustment: 'Adjustment',
  reversal: 'Reversal',
};

const ROWS = 25;

function aboutOf(entry: LedgerEntry): string {
  const {
    Lesson_Name: lessonName,
    Lesson_Date: lessonDate,
    Lesson_Time: lessonTime,
    price,
    currency,
    reason,
  } = entry;
  const lesson =
    lessonName === null || lessonDate === null || lessonTime === null
      ? null
      : `${lessonName}, ${formatDate(lessonDate, 'short')} ${shortTime(lessonTime)}`;
  const money = price === null || currency === null ? null : formatMoney(price, currency);
  return [reason, lesson, money].filter((part) => part !== null).join(', ');
}

export function Ledger({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  const [wantedPage, setPage] = useState(0);
  const { shown, page, pages } = pageOf(entries, wantedPage, ROWS);
  if (entries.length === 0) return <p className="text-pencil">No credits have come or gone yet.</p>;
  return (
    <div className="grid gap-4">
      <Card>
        <ol>
          {shown.map((entry) => (
            <li
              key={entry.number}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line px-4 py-2.5 leading-snug last:border-b-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <b>{kinds[entry.kind]}</b> <span>{aboutOf(entry)}</span>
                {entry.invoice !== null && (
                  <>
                    , <span className="whitespace-nowrap">invoice {entry.invoice}</span>
                  </>
                )}
              </span>
              <span className="figures text-right font-bold">
                {entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}
              </span>
              <span className="figures text-sm text-pencil">{formatInstant(entry.created_at)}</span>
              <span className="figures text-right text-sm text-pencil">
                Balance {entry.balance}
              </span>
            </li>
          ))}
        </ol>
      </Card>
      <Pager label="Ledger" page={page} pages={pages} onPage={setPage} />
    </div>
  );
}
