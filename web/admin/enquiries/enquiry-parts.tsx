// The parts of an enquiry that the table, the cards and the dialog share.
import type { MouseEvent } from 'react';

import { enquiryStatuses, type Enquiry, type EnquiryStatus } from '../../../domain/enquiry-list.ts';
import { useUpdateEnquiry } from '../../api/enquiries.ts';
import { Badge } from '../../ui/badge.tsx';
import { promiseOf, statusLabels } from './enquiry-words.ts';

export function PromiseBadge({
  customer,
  now,
}: {
  readonly customer: Enquiry;
  readonly now: number;
}) {
  const { tone, text } = promiseOf(customer, now);
  return <Badge tone={tone}>{text}</Badge>;
}

export const statusOptions = enquiryStatuses.map((value) => ({
  value,
  label: statusLabels[value],
}));

interface PartProps {
  readonly customer: Enquiry;
  /** Height and padding. */
  readonly className?: string;
}

/** The status as a select that saves at once. */
export function StatusSelect({ customer, className = 'min-h-11 px-2.5' }: PartProps) {
  const update = useUpdateEnquiry();
  const shown = update.isPending
    ? (update.variables.changes.status ?? customer.status)
    : customer.status;
  const choose = (value: string) => {
    const status = enquiryStatuses.find((one): one is EnquiryStatus => one === value);
    if (status !== undefined) update.mutate({ id: customer.id, changes: { status } });
  };
  return (
    <select
      aria-label={`Status of ${customer.name}`}
      value={shown}
      onChange={(event) => choose(event.target.value)}
      className={`w-full rounded-md border border-rule bg-sheet text-ink hover:border-ink ${className}`}
    >
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Marks a new enquiry as contacted with one tap; renders nothing for any other status. */
export function ContactedButton({ customer, className = 'min-h-11 px-4' }: PartProps) {
  const update = useUpdateEnquiry();
  if (customer.status !== 'new') return null;
  const answer = ({ currentTarget: button }: MouseEvent<HTMLElement>) => {
    const status = button.closest('tr, li')?.querySelector('select');
    const goOn = () => {
      // The button disappears with its reason. Keyboard users continue at the status, where they
      // can undo the change.
      if (document.activeElement === button) status?.focus({ preventScroll: true });
    };
    update.mutate({ id: customer.id, changes: { status: 'contacted' } }, { onSuccess: goOn });
  };
  return (
    <button
      type="button"
      aria-describedby={nameId(customer)}
      aria-disabled={update.isPending || undefined}
      className={`cursor-pointer rounded-md border border-ink bg-sheet font-bold hover:bg-ink hover:text-paper aria-disabled:opacity-60 ${className}`}
      onClick={(event) => {
        if (!update.isPending) answer(event);
      }}
    >
      Contacted
    </button>
  );
}

const nameId = ({ id }: Enquiry) => `enquiry-${id}`;

interface NameButtonProps {
  readonly customer: Enquiry;
  readonly onOpen: (customer: Enquiry) => void;
  readonly className: string;
}

/** The name, which opens the enquiry. */
export function NameButton({ customer, onOpen, className }: NameButtonProps) {
  return (
    <button
      type="button"
      id={nameId(customer)}
      aria-haspopup="dialog"
      className={`min-w-0 cursor-pointer text-left font-bold underline decoration-rule [overflow-wrap:anywhere] hover:decoration-signal hover:decoration-2 ${className}`}
      onClick={() => onOpen(customer)}
    >
      {customer.name}
    </button>
  );
}
