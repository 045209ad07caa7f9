// The columns by which enquiries can be sorted, and their labels.
import {
  type EnquiryColumn,
  type EnquiryOrder,
  NEWEST_FIRST,
} from '../../../../domain/enquiries/enquiry-list.ts';

/** In the order of the table. */
export const columns: readonly {
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
export function nextOrder(order: EnquiryOrder, column: EnquiryColumn): EnquiryOrder {
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
export const orders = columns.flatMap(({ column }) => {
  const [ascending, descending] = directions[column];
  return [
    {
      value: `${column} ascending`,
      label: ascending,
      order: { column, direction: 'ascending' } as const,
    },
    {
      value: `${column} descending`,
      label: descending,
      order: { column, direction: 'descending' } as const,
    },
  ];
});
