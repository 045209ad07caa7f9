// <EnquiryCards>: a page of enquiries on screens too narrow for the table.
import { type Enquiry, type EnquiryOrder } from '../../../../domain/enquiries/enquiry-list.ts';
import { formatInstant } from '../../../../domain/time.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { Card } from '../../../ui/card.tsx';
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { orders } from './enquiry-order.ts';
import { AnswerButton, NameButton, PromiseBadge, StatusMenu } from './enquiry-parts.tsx';
import { useEnquiryStatus } from './use-enquiry-status.ts';

export interface EnquiryListProps {
  readonly enquiries: readonly Enquiry[];
  readonly order: EnquiryOrder;
  readonly onOrder: (order: EnquiryOrder) => void;
  readonly onOpen: (enquiry: Enquiry) => void;
  /** Receives the id of an enquiry whose status changes. */
  readonly onChanged: (id: string) => void;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function EnquiryCards({ enquiries, order, onOrder, ...rest }: EnquiryListProps) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {enquiries.length > 1 && (
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
      )}
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {enquiries.map((enquiry) => (
          <li key={enquiry.id}>
            <EnquiryCard enquiry={enquiry} {...rest} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export interface EnquiryRowProps extends Pick<EnquiryListProps, 'onOpen' | 'onChanged' | 'now'> {
  readonly enquiry: Enquiry;
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
