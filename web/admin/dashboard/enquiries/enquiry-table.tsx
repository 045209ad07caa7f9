// <EnquiryTable>: a page of enquiries, as a table with sortable columns on wide screens and as
// cards on narrow ones.
import { memo } from 'react';

import {
  type Enquiry,
  type EnquiryOrder,
  type EnquiryColumn,
  NEWEST_FIRST,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { formatInstant } from '../../../../domain/time.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { Card } from '../../../ui/card.tsx';
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx';
import { Select } from '../../../ui/forms/filters.tsx';
import { useMedia } from '../../../ui/hooks/use-media.ts';
import {
  AnswerButton,
  NameButton,
  PromiseBadge,
  StatusMenu,
  useEnquiryStatus,
} from './enquiry-parts.tsx';

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
                    className={`flex min-h-8 pointer-coarse:min-h-11 w-full cursor-pointer items-center gap-1.5 px-1.5 text-left font-bold -outline-offset-3 hover:text-ink focus-visible:-outline-offset-3 ${isSorted ? 'text-ink' : 'text-pencil'}`}
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
        <EmailLink address={email} className={`line-clamp-2 ${contact}`} />
      </td>
      <td>
        <PhoneLink number={mobile} className={`inline-block ${contact}`} />
      </td>
      <td className="whitespace-nowrap">{yearLabel(year_class)}</td>
      <td className="figures whitespace-nowrap">{formatInstant(created_at)}</td>
      <td>
        <StatusMenu enquiry={enquiry} status={status} className="h-7.5 pointer-coarse:h-11" />
      </td>
      <td>
        <PromiseBadge enquiry={enquiry} now={now} />
      </td>
      <td className="text-right">
        <AnswerButton
          enquiry={enquiry}
          status={status}
          className="h-7.5 px-2 pointer-coarse:h-11"
        />
      </td>
    </tr>
  );
}

/** Higher than its row's text for the pointer, without a higher row. */
const contact = '-my-0.75 py-0.75 leading-4.5 underline-offset-2 pointer-coarse:py-3.25';

interface EnquiryListProps {
  enquiries: readonly Enquiry[];
  order: EnquiryOrder;
  onOrder: (order: EnquiryOrder) => void;
  onOpen: (enquiry: Enquiry) => void;
  /** Receives the id of an enquiry whose status changes. */
  onChanged: (id: string) => void;
  now: number;
}

/** <EnquiryCards>: a page of enquiries on screens too narrow for the table. */
function EnquiryCards({ enquiries, order, onOrder, ...rest }: EnquiryListProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {enquiries.length > 1 && (
        <Select
          label="Sort by"
          value={`${order.column} ${order.direction}`}
          options={orders}
          onChange={(value) => {
            const chosen = orders.find((one) => one.value === value);
            if (chosen !== undefined) onOrder(chosen.order);
          }}
        />
      )}
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2 md:[&>:last-child:nth-child(odd)]:col-span-full">
        {enquiries.map((enquiry) => (
          <li key={enquiry.id}>
            <EnquiryCard enquiry={enquiry} {...rest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EnquiryRowProps extends Pick<EnquiryListProps, 'onOpen' | 'onChanged' | 'now'> {
  enquiry: Enquiry;
}

function EnquiryCard({ enquiry, onOpen, onChanged, now }: EnquiryRowProps) {
  const status = useEnquiryStatus(enquiry, onChanged);
  return (
    <Card className="grid h-full grid-cols-1 content-between px-4 pt-1 pb-3">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <NameButton
            enquiry={enquiry}
            onOpen={onOpen}
            className="min-h-11 py-2 leading-snug underline-offset-4"
          />
          <PromiseBadge enquiry={enquiry} now={now} />
        </div>
        <p className="figures text-note text-pencil">
          {yearLabel(enquiry.year_class)}, {formatInstant(enquiry.created_at)}
        </p>
        {enquiry.note !== '' && (
          <p className="line-clamp-2 text-sm leading-snug text-pencil">{enquiry.note}</p>
        )}
      </div>
      <div>
        <p className="flex flex-wrap gap-x-5 text-note">
          <PhoneLink number={enquiry.mobile} />
          <EmailLink address={enquiry.email} />
        </p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2 gap-y-2.5">
          <StatusMenu enquiry={enquiry} status={status} />
          <AnswerButton enquiry={enquiry} status={status} className="min-h-11 px-2.5 text-note" />
        </div>
      </div>
    </Card>
  );
}

/** In the order of the table. */
const columns: readonly {
  readonly column: EnquiryColumn;
  readonly label: string;
  readonly width: string;
}[] = [
  { column: 'name', label: 'Name', width: 'w-[15.5%]' },
  { column: 'email', label: 'Email', width: 'w-[16%]' },
  { column: 'mobile', label: 'Mobile', width: 'w-[11.3%]' },
  { column: 'year_class', label: 'Year', width: 'w-[5.7%]' },
  { column: 'created_at', label: 'Registered', width: 'w-[12.6%]' },
  { column: 'status', label: 'Status', width: 'w-[13%]' },
  { column: 'due', label: 'Promise', width: 'w-[13.2%]' },
];

/** Choosing the same column again reverses the order; dates start with the newest, text with A. */
function nextOrder(order: EnquiryOrder, column: EnquiryColumn): EnquiryOrder {
  if (order.column === column)
    return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' };
  return column === NEWEST_FIRST.column ? NEWEST_FIRST : { column, direction: 'ascending' };
}

const directions: Readonly<
  Record<EnquiryColumn, readonly [ascending: string, descending: string]>
> = {
  name: ['Name, A to Z', 'Name, Z to A'],
  email: ['Email, A to Z', 'Email, Z to A'],
  mobile: ['Mobile, lowest first', 'Mobile, highest first'],
  year_class: ['Year, lowest first', 'Year, highest first'],
  created_at: ['Oldest first', 'Newest first'],
  status: ['State, new first', 'State, closed first'],
  due: ['Overdue first', 'Answered first'],
};

/** Every order as an option of a select. */
const orders = columns.flatMap(({ column }) =>
  (['ascending', 'descending'] as const).map((direction, index) => ({
    value: `${column} ${direction}`,
    label: directions[column][index] ?? '',
    order: { column, direction },
  })),
);
