// <EnquiryTable>: one page of enquiries, a table with sortable columns on a wide screen and cards on a narrow one.
import { memo } from 'react';

import {
  type Customer,
  type CustomerColumn,
  type CustomerOrder,
  NEWEST_FIRST,
  yearLabel,
} from '../../../domain/enquiry.ts';
import { formatInstant } from '../../../domain/time.ts';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { PromiseBadge, StatusSelect } from './enquiry-parts.tsx';

const columns: readonly {
  readonly column: CustomerColumn;
  readonly label: string;
  readonly width: string;
}[] = [
  { column: 'name', label: 'Name', width: 'w-[18%]' },
  { column: 'email', label: 'Email', width: 'w-[22%]' },
  { column: 'mobile', label: 'Mobile', width: 'w-[12.5%]' },
  { column: 'year_class', label: 'Year', width: 'w-[7.5%]' },
  { column: 'created_at', label: 'Registered', width: 'w-[11.5%]' },
  { column: 'status', label: 'Status', width: 'w-[12.5%]' },
];

interface EnquiryTableProps {
  readonly customers: readonly Customer[];
  readonly order: CustomerOrder;
  readonly onOrder: (order: CustomerOrder) => void;
  readonly onOpen: (customer: Customer) => void;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Rendered again only for other enquiries, another order or another minute: not at every keystroke of the search. */
export const EnquiryTable = memo(function EnquiryTable(props: EnquiryTableProps) {
  const isWide = useMedia('(min-width: 64rem)');
  return isWide ? <Table {...props} /> : <Cards {...props} />;
});

function Table({ customers, order, onOrder, onOpen, now }: EnquiryTableProps) {
  return (
    <Card className="overflow-hidden">
      <table className="w-full table-fixed border-collapse text-left text-[0.9375rem]">
        <caption className="sr-only">Customer enquiries</caption>
        <thead>
          <tr className="border-b border-rule">
            {columns.map(({ column, label, width }) => {
              const isSorted = order.column === column;
              return (
                <th
                  key={column}
                  scope="col"
                  className={`${width} p-0`}
                  aria-sort={isSorted ? order.direction : undefined}
                >
                  <button
                    type="button"
                    className={`flex min-h-12 w-full cursor-pointer items-center gap-1.5 px-3 text-left font-bold -outline-offset-3 hover:text-ink focus-visible:-outline-offset-3 ${isSorted ? 'text-ink' : 'text-pencil'}`}
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
            <th scope="col" className="px-3 text-pencil">
              Promise
            </th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <tr key={customer.id} className="border-b border-line align-top last:border-b-0 hover:bg-wash">
              <th scope="row" className="px-3 py-1.5 font-normal">
                <NameButton customer={customer} onOpen={onOpen} />
                <NoteLine note={customer.note} />
              </th>
              <td className="px-3 py-1.5">
                <EmailLink address={customer.email} />
              </td>
              <td className="px-3 py-1.5">
                <PhoneLink number={customer.mobile} />
              </td>
              <td className="px-3 pt-4.5">{yearLabel(customer.year_class)}</td>
              <td className="figures px-3 pt-4.5 pb-3">{formatInstant(customer.created_at)}</td>
              <td className="px-3 py-1.5">
                <StatusSelect customer={customer} />
              </td>
              <td className="px-3 pt-4">
                <PromiseBadge customer={customer} now={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** A second choice of the same column turns it round; dates begin with the newest, words with A. */
function nextOrder(order: CustomerOrder, column: CustomerColumn): CustomerOrder {
  if (order.column === column)
    return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' };
  return column === NEWEST_FIRST.column ? NEWEST_FIRST : { column, direction: 'ascending' };
}

function Cards({ customers, order, onOrder, onOpen, now }: EnquiryTableProps) {
  return (
    <div className="grid gap-4">
      <Field label="Sort by">
        {(control) => (
          <select
            {...control}
            value={`${order.column} ${order.direction}`}
            onChange={(event) => {
              const chosen = orders.find(({ value }) => value === event.target.value);
              if (chosen !== undefined) onOrder(chosen.order);
            }}
          >
            {orders.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ul className="grid gap-3 md:grid-cols-2">
        {customers.map((customer) => (
          <li key={customer.id}>
            <Card className="grid h-full content-between gap-2 p-4">
              <div>
                <div className="flex flex-wrap items-start justify-between gap-x-3">
                  <NameButton customer={customer} onOpen={onOpen} />
                  <span className="py-2">
                    <PromiseBadge customer={customer} now={now} />
                  </span>
                </div>
                <p className="figures text-[0.9375rem] text-pencil">
                  {yearLabel(customer.year_class)}, {formatInstant(customer.created_at)}
                </p>
                <NoteLine note={customer.note} />
              </div>
              <div>
                <p className="flex flex-wrap gap-x-5">
                  <PhoneLink number={customer.mobile} />
                  <EmailLink address={customer.email} />
                </p>
                <div className="mt-1">
                  <StatusSelect customer={customer} />
                </div>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}

const directions: Readonly<Record<CustomerColumn, readonly [ascending: string, descending: string]>> = {
  name: ['Name, A to Z', 'Name, Z to A'],
  email: ['Email, A to Z', 'Email, Z to A'],
  mobile: ['Mobile, lowest first', 'Mobile, highest first'],
  year_class: ['Year, lowest first', 'Year, highest first'],
  created_at: ['Oldest first', 'Newest first'],
  status: ['State, new first', 'State, closed first'],
};

const orders = columns.flatMap(({ column }) => {
  const [ascending, descending] = directions[column];
  return [
    { value: `${column} ascending`, label: ascending, order: { column, direction: 'ascending' } as const },
    { value: `${column} descending`, label: descending, order: { column, direction: 'descending' } as const },
  ];
});

function NameButton({
  customer,
  onOpen,
}: {
  readonly customer: Customer;
  readonly onOpen: (customer: Customer) => void;
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="min-h-11 min-w-0 cursor-pointer py-2 text-left leading-snug font-bold underline decoration-rule underline-offset-4 [overflow-wrap:anywhere] hover:decoration-signal hover:decoration-2"
      onClick={() => onOpen(customer)}
    >
      {customer.name}
    </button>
  );
}

function NoteLine({ note }: { readonly note: string }) {
  if (note === '') return null;
  return <p className="line-clamp-2 pb-1.5 text-sm leading-snug text-pencil">{note}</p>;
}
