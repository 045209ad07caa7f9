// <EnquiryCards>: a page of enquiries on screens too narrow for the table.
import { type Enquiry, type EnquiryOrder } from '../../../domain/enquiry-list.ts';
import { yearLabel } from '../../../domain/enquiry.ts';
import { formatInstant } from '../../../domain/time.ts';
import { Card } from '../../ui/card.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { Field } from '../../ui/field.tsx';
import { orders } from './enquiry-order.ts';
import { ContactedButton, NameButton, PromiseBadge, StatusSelect } from './enquiry-parts.tsx';

export interface EnquiryListProps {
  readonly customers: readonly Enquiry[];
  readonly order: EnquiryOrder;
  readonly onOrder: (order: EnquiryOrder) => void;
  readonly onOpen: (customer: Enquiry) => void;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function EnquiryCards({ customers, order, onOrder, onOpen, now }: EnquiryListProps) {
  return (
    <div className="grid gap-3">
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
            <Card className="grid h-full content-between px-4 pt-1 pb-3">
              <div>
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  <NameButton
                    customer={customer}
                    onOpen={onOpen}
                    className="min-h-11 py-2 leading-snug underline-offset-4"
                  />
                  <PromiseBadge customer={customer} now={now} />
                </div>
                <p className="figures text-[0.9375rem] text-pencil">
                  {yearLabel(customer.year_class)}, {formatInstant(customer.created_at)}
                </p>
                {customer.note !== '' && (
                  <p className="line-clamp-2 text-sm leading-snug text-pencil">{customer.note}</p>
                )}
              </div>
              <div>
                <p className="flex flex-wrap gap-x-5 text-[0.9375rem]">
                  <PhoneLink number={customer.mobile} />
                  <EmailLink address={customer.email} />
                </p>
                <div className="flex gap-3">
                  <StatusSelect customer={customer} />
                  <ContactedButton customer={customer} />
                </div>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </div>
  );
}
