// The parts of an enquiry that the table, the cards and the dialog share.
import {
  enquiryStatuses,
  type Enquiry,
  type EnquiryStatus,
} from '../../../../domain/enquiries/enquiry-list.ts';
import { Badge } from '../../../ui/badge.tsx';
import { promiseOf, statusLabels } from './enquiry-words.ts';
import type { EnquiryStatusState } from './use-enquiry-status.ts';

export function PromiseBadge({
  enquiry,
  now,
}: {
  readonly enquiry: Enquiry;
  readonly now: number;
}) {
  const { tone, text } = promiseOf(enquiry, now);
  return <Badge tone={tone}>{text}</Badge>;
}

export const statusOptions = enquiryStatuses.map((value) => ({
  value,
  label: statusLabels[value],
}));

interface PartProps {
  readonly enquiry: Enquiry;
  readonly status: EnquiryStatusState;
  /** Height and padding. */
  readonly className?: string;
}

/** The status as a menu; a choice is saved at once. */
export function StatusMenu({ enquiry, status, className = 'min-h-11' }: PartProps) {
  const choose = (value: string) => {
    const next = enquiryStatuses.find((one): one is EnquiryStatus => one === value);
    if (next !== undefined) status.change(next);
  };
  return (
    <select
      aria-label={`Status of ${enquiry.name}`}
      value={status.shown}
      onChange={(event) => choose(event.target.value)}
      className={`w-auto max-w-full cursor-pointer rounded-md border border-rule bg-transparent pr-9 pl-2 font-bold text-ink hover:bg-wash ${className}`}
    >
      {statusOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/**
 * Marks a new enquiry as answered with one tap, and takes the last change of its status back.
 * Renders nothing if there is nothing to do.
 */
export function AnswerButton({ enquiry, status, className = 'min-h-11 px-4' }: PartProps) {
  const isAnswering = enquiry.status === 'new' && status.before === null;
  if (!isAnswering && status.before === null) return null;
  return (
    <>
      <output className="sr-only">
        {isAnswering ? '' : `${enquiry.name}: ${statusLabels[enquiry.status]}`}
      </output>
      <button
        type="button"
        aria-describedby={nameId(enquiry)}
        aria-disabled={status.isBusy || undefined}
        className={`cursor-pointer rounded-md border font-bold md:whitespace-nowrap aria-disabled:opacity-60 ${isAnswering ? 'border-ink bg-sheet hover:bg-ink hover:text-paper' : 'border-transparent underline underline-offset-4 hover:decoration-2'} ${className}`}
        onClick={({ detail }) => {
          if (isAnswering) status.change('contacted');
          // The second tap of a double tap meets the same button.
          else if (detail < 2) status.undo();
        }}
      >
        {isAnswering ? 'Mark answered' : 'Undo'}
      </button>
    </>
  );
}

const nameId = ({ id }: Enquiry) => `enquiry-${id}`;

interface NameButtonProps {
  readonly enquiry: Enquiry;
  readonly onOpen: (enquiry: Enquiry) => void;
  readonly className: string;
}

/** The name, which opens the enquiry. */
export function NameButton({ enquiry, onOpen, className }: NameButtonProps) {
  return (
    <button
      type="button"
      id={nameId(enquiry)}
      aria-haspopup="dialog"
      className={`min-w-0 cursor-pointer text-left font-bold underline decoration-rule wrap-anywhere hover:decoration-signal hover:decoration-2 ${className}`}
      onClick={() => onOpen(enquiry)}
    >
      {enquiry.name}
    </button>
  );
}
