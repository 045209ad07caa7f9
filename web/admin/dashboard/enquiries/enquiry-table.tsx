// <EnquiryTable>: a page of enquiries, as a table with sortable columns on wide screens and as
// cards on narrow ones.
import { memo } from 'react';

import { formatInstant } from '../../../../domain/time.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { Card } from '../../../ui/card.tsx';
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import { EnquiryCards, type EnquiryListProps, type EnquiryRowProps } from './enquiry-cards.tsx';
import { columns, nextOrder } from './enquiry-order.ts';
import { AnswerButton, NameButton, PromiseBadge, StatusMenu } from './enquiry-parts.tsx';
import { useEnquiryStatus } from './use-enquiry-status.ts';

/** Whether the screen has room for the table. */
export const useIsTable = (): boolean => useMedia('(min-width: 75rem)');

/**
 * Memoised: renders again only for other enquiries, another order or another minute, not at every
 * keystroke of the search.
 */
export const EnquiryTable = memo(function EnquiryTable(props: EnquiryListProps) {
  return useIsTable() ? <Table {...props} /> : <EnquiryCards {...props} />;
});

/** A row is at most two small lines high; the dialog shows the rest of a long name or note. */
function Table({ enquiries, order, onOrder, ...rest }: EnquiryListProps) {
  return (
    <Card className="overflow-hidden">
      <table className="w-full table-fixed border-collapse text-left text-sm leading-tight">
        <caption className="sr-only">Customer enquiries</caption>
        <thead>
          <tr className="border-b border-rule *:first:pl-1.5">
            {columns.map(({ column, label, width }) => {
              const isSorted = order.column === column;
              return (
                <th
                  key={column}
                  scope="col"
                  className={`${width} py-0 pr-0`}
                  aria-sort={isSorted ? order.direction : undefined}
                >
                  <button
                    type="button"
                    className={`flex min-h-8 w-full cursor-pointer items-center gap-1.5 px-1.5 text-left font-bold -outline-offset-3 hover:text-ink focus-visible:-outline-offset-3 ${isSorted ? 'text-ink' : 'text-pencil'}`}
                    onClick={() => onOrder(nextOrder(order, column))}
                  >
                    {label}
                    <span aria-hidden="true" className={isSorted ? 'text-signal' : 'invisible'}>
                      {isSorted && order.direction === 'ascending' ? '↑' : '↓'}
                    </span>
                  </button>
                </th>
              );
            })}
            <th scope="col">
              <span className="sr-only">Answer</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {enquiries.map((enquiry) => (
            <Row key={enquiry.id} enquiry={enquiry} {...rest} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({ enquiry, onOpen, onChanged, now }: EnquiryRowProps) {
  const status = useEnquiryStatus(enquiry, onChanged);
  const { note, email, mobile, year_class, created_at } = enquiry;
  return (
    <tr className="h-9 border-b border-line *:px-1.5 *:py-0 last:border-b-0 *:first:pl-3 *:last:pr-3 hover:bg-wash">
      <th scope="row" className="font-normal">
        <NameButton
          enquiry={enquiry}
          onOpen={onOpen}
          className={`text-note leading-4.5 underline-offset-2 ${note === '' ? 'line-clamp-2 min-h-6' : '-mb-1.5 block h-6 w-full truncate'}`}
        />
        {note !== '' && <p className="truncate text-[0.8125rem] leading-4 text-pencil">{note}</p>}
      </th>
      <td>
        <EmailLink address={email} className="line-clamp-2 leading-4.5 underline-offset-2" />
      </td>
      <td>
        <PhoneLink number={mobile} className="leading-4.5 underline-offset-2" />
      </td>
      <td className="whitespace-nowrap">{yearLabel(year_class)}</td>
      <td className="figures whitespace-nowrap">{formatInstant(created_at)}</td>
      <td className="pl-3!">
        <StatusMenu enquiry={enquiry} status={status} className="h-7.5" />
      </td>
      <td>
        <PromiseBadge enquiry={enquiry} now={now} />
      </td>
      <td className="text-right">
        <AnswerButton enquiry={enquiry} status={status} className="h-7.5 px-2" />
      </td>
    </tr>
  );
}
