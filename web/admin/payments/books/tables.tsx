// The tables of the books: <Quarters> with what they add up to, and <Lines> in pages; all of them
// on paper.
import { type ReactNode, useState } from 'react';

import type { BookLine, BookSum } from '../../../../domain/payments/books.ts';
import { formatMoney } from '../../../../domain/payments/credits.ts';
import { formatDate } from '../../../../domain/time.ts';
import { Card } from '../../../ui/card.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { Pager, pageOf } from '../../../ui/pager.tsx';
import type { Books } from './books.tsx';

const sums = ['gross', 'fees', 'net'] as const;
const labels = { gross: 'Gross', fees: 'Fees', net: 'Net' } as const;

/** '3 Apr 2027' */
const dayOf = (date: string) => `${formatDate(date, 'day')} ${date.slice(0, 4)}`;

/** <Quarters>: what each adds up to, and since the accounting year began, as updates want it. */
export function Quarters({ books: { quarters, totals } }: { books: Books }) {
  return (
    <Table caption="Quarters" head={['Quarter', ...sums.map((each) => labels[each])]}>
      {quarters.map(({ from, to, due_on, own, since_year_began: soFar }) => (
        <tbody key={from} className="break-inside-avoid border-t border-line">
          <Row
            name={
              <>
                {dayOf(from)} to {dayOf(to)}
                <span className="block text-sm text-pencil">Update due by {dayOf(due_on)}</span>
              </>
            }
            sum={isNothing(own) ? null : own}
          />
          {/* An update has the sums of the year so far, whatever its own quarter had. */}
          {!isNothing(soFar) && <Row name="Since the year began" sum={soFar} isQuiet />}
        </tbody>
      ))}
      <tfoot className="border-t border-rule">
        <Row name={<b>Total</b>} sum={totals} />
      </tfoot>
    </Table>
  );
}

const isNothing = ({ gross, fees }: BookSum) => gross === 0 && fees === 0;

interface RowProps {
  name: ReactNode;
  /** Null when it is nothing. */
  sum: BookSum | null;
  isQuiet?: boolean;
}

function Row({ name, sum, isQuiet = false }: RowProps) {
  return (
    <tr className={`${rowClass} ${isQuiet ? 'text-sm text-pencil' : ''}`}>
      <th
        scope="row"
        className={`py-2 text-left font-normal ${sum === null ? 'max-sm:col-span-2' : 'max-sm:col-span-3 max-sm:pb-0'}`}
      >
        {name}
      </th>
      {sum === null ? (
        <td colSpan={sums.length} className="py-2 text-right text-pencil">
          Nothing
        </td>
      ) : (
        sums.map((each) => (
          <Money key={each} pence={sum[each]} isBold={each === 'net' && !isQuiet} />
        ))
      )}
    </tr>
  );
}

const ROWS = 100;
const words = { payment: 'Payment', refund: 'Paid back of', dispute: 'Dispute of' } as const;

/** <Lines>: every payment, refund and dispute on its day. */
export function Lines({ books: { lines } }: { books: Books }) {
  const [chosenPage, setPage] = useState(0);
  const isPrinted = useMedia('print');
  const { slice, page, pages } = pageOf(lines, chosenPage, isPrinted ? Infinity : ROWS);
  return (
    <section aria-labelledby="lines" className="grid grid-cols-1 gap-4">
      <h2 id="lines" className="text-heading">
        {lines.length === 1 ? '1 line' : `${lines.length.toLocaleString('en-GB')} lines`}
      </h2>
      <Table caption="Lines" head={['Date', 'Gross', 'Fee', 'Net']}>
        <tbody>
          {slice.map((line, position) => (
            // Lines have no ids, and their order never changes.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={position} className={`${rowClass} border-t border-line`}>
              <th scope="row" className="py-2 text-left font-normal max-sm:col-span-3 max-sm:pb-0">
                {dayOf(line.date)}
                <span className="block text-sm text-pencil">{nameOf(line)}</span>
              </th>
              <Money pence={line.gross} />
              <Money pence={line.fee} />
              <Money pence={line.net} isBold />
            </tr>
          ))}
        </tbody>
      </Table>
      <Pager label="Lines" page={page} pages={pages} onPage={setPage} />
    </section>
  );
}

/** 'Paid back of 2026-0001, another currency' */
function nameOf({ what, invoice, differs }: BookLine): string {
  return `${words[what]} ${invoice ?? 'a payment'}${differs ? ', another currency' : ''}`;
}

/** On a phone each name stands above its sums. */
const rowClass = 'max-sm:grid max-sm:grid-cols-3';

interface TableProps {
  caption: string;
  head: readonly string[];
  children: ReactNode;
}

function Table({ caption, head, children }: TableProps) {
  return (
    <Card className="px-4 py-2 sm:px-6 print:border-0 print:p-0">
      <table className="w-full border-collapse leading-snug max-sm:grid max-sm:grid-cols-1">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className={`${rowClass} text-sm text-pencil`}>
            {head.map((label, position) => (
              <th
                key={label}
                scope="col"
                className={
                  position === 0
                    ? 'py-2 text-left font-bold max-sm:sr-only'
                    : 'py-2 pl-2 text-right font-bold'
                }
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </Card>
  );
}

/** <Money>: an amount as a cell of a table; null is not known yet. */
interface MoneyProps {
  /** Stands before the sum on a phone, where the head of the table is hidden. */
  name?: string;
  /** Null while it is not known. */
  pence: number | null;
  isBold?: boolean;
}

export function Money({ name, pence, isBold = false }: MoneyProps) {
  return (
    <td
      className={`figures py-2 pl-2 text-right wrap-anywhere max-sm:text-sm ${isBold ? 'font-bold' : ''}`}
    >
      {name !== undefined && (
        <span aria-hidden="true" className="font-normal text-pencil sm:hidden">
          {name}
        </span>
      )}
      {pence === null ? (
        <span className="text-sm leading-tight font-normal text-pencil">Not known yet</span>
      ) : (
        formatMoney(pence).replace('-', '−')
      )}
    </td>
  );
}
