// <Months>: what came in, went back and was kept in each month, and what Stripe charged.
import { addUp } from '../../../domain/payments/books.ts';
import { formatMoney } from '../../../domain/payments/credits.ts';
import type { MonthOfMoney } from '../../../domain/payments/tutor-payment.ts';
import { Card } from '../../ui/card.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { monthWords } from '../payment-words.ts';
import { Money } from './books/tables.tsx';

const columns = ['paid', 'returned', 'kept', 'fees', 'net'] as const;
const labels = {
  paid: 'Paid',
  returned: 'Paid back',
  kept: 'Kept',
  fees: 'Fees',
  net: 'Net',
} as const;

export function Months({ months }: { months: readonly MonthOfMoney[] }) {
  // On a phone they would stand between the search and what it finds.
  const isWide = useMedia('(width >= 40rem), print');
  const sums = Object.fromEntries(
    columns.map((column) => [column, addUp(months.map((month) => month[column]))]),
  );
  const table = (
    <Card className="px-4 py-2 sm:px-6 print:border-0 print:p-0">
      <table className={tableClass}>
        <caption className="sr-only">Months</caption>
        <thead>
          <tr className="text-sm text-pencil">
            <th scope="col" className="py-2 text-left font-bold">
              Month
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pl-2 text-right font-bold">
                {labels[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month} className="border-t border-line max-sm:first:border-t-0">
              <th scope="row" className="py-2 text-left font-normal">
                <span className="whitespace-nowrap">{monthWords(month.month)}</span>
                {month.asked > 0 && (
                  <span className="block text-sm text-pencil">
                    {formatMoney(month.asked)} to be paid back, not decided
                  </span>
                )}
              </th>
              {columns.map((column) => (
                <Money
                  key={column}
                  name={labels[column]}
                  pence={month[column]}
                  isBold={column === 'net'}
                />
              ))}
            </tr>
          ))}
        </tbody>
        {months.length > 1 && (
          <tfoot>
            <tr className="border-t border-rule">
              <th scope="row" className="py-2 text-left font-bold">
                Total
              </th>
              {columns.map((column) => (
                <Money key={column} name={labels[column]} pence={sums[column] ?? null} isBold />
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {sums['net'] === null && (
        <p className="border-t border-line py-2 text-sm text-pencil">
          Fees and net are known after the next check against Stripe.
        </p>
      )}
    </Card>
  );
  if (isWide) return table;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-bold">Sums by month</summary>
      {table}
    </details>
  );
}

/** On a phone a month stands above its sums, each beside its name. */
const tableClass =
  'w-full table-fixed border-collapse leading-snug max-sm:[&_thead]:sr-only max-sm:[&_tr]:grid max-sm:[&_tr]:py-1.5 max-sm:[&_th]:pb-0 max-sm:[&_td]:flex max-sm:[&_td]:items-baseline max-sm:[&_td]:justify-between max-sm:[&_td]:py-0.5 max-sm:[&_td]:pl-0 max-sm:[&_td]:text-base';
