// What a row of the table, a card on a phone and the dialog show of one enquiry: status and promise.
import { enquiryStatuses, type Customer, type EnquiryStatus } from '../../../domain/enquiry.ts';
import { useUpdateCustomer } from '../../api/enquiries.ts';
import { Badge } from '../../ui/badge.tsx';
import { promiseOf, statusLabels } from './enquiry-words.ts';

export function PromiseBadge({ customer, now }: { readonly customer: Customer; readonly now: number }) {
  const { tone, text } = promiseOf(customer, now);
  return <Badge tone={tone}>{text}</Badge>;
}

export const statusOptions = enquiryStatuses.map((value) => ({ value, label: statusLabels[value] }));

/** The status as a choice that is saved as soon as it is made. */
export function StatusSelect({ customer }: { readonly customer: Customer }) {
  const update = useUpdateCustomer();
  const shown = update.isPending ? (update.variables.changes.status ?? customer.status) : customer.status;
  const choose = (value: string) => {
    const status = enquiryStatuses.find((one): one is EnquiryStatus => one === value);
    if (status !== undefined) update.mutate({ id: customer.id, changes: { status } });
  };
  return (
    <select
      aria-label={`Status of ${customer.name}`}
      value={shown}
      onChange={(event) => choose(event.target.value)}
      className="min-h-11 w-full min-w-32 rounded-md border border-rule bg-sheet px-2.5 text-ink hover:border-ink"
    >
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
