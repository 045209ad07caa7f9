// <EnquiryDialog>: one enquiry with its contact, state and note.
import * as z from 'zod/mini';

import { type Customer, customerChangesSchema, yearLabel } from '../../domain/enquiry.ts';
import { formatInstant } from '../../domain/time.ts';
import { useUpdateCustomer } from '../api/enquiries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../ui/form.tsx';
import { SelectField, TextArea } from '../ui/text-field.tsx';
import { EmailLink, PhoneLink } from './contact-links.tsx';
import { PromiseBadge, statusOptions } from './enquiry-parts.tsx';

const schema = z.required(customerChangesSchema);

interface EnquiryDialogProps {
  readonly customer: Customer;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
}

export function EnquiryDialog({ customer, now, onClose }: EnquiryDialogProps) {
  const update = useUpdateCustomer();
  const form = useAppForm({
    schema,
    defaultValues: { status: customer.status, note: customer.note },
    onSubmit: async (changes) => {
      await update.mutateAsync({ id: customer.id, changes });
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={onClose} title={customer.name}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-pencil">
        <span className="figures">
          {yearLabel(customer.year_class)}, registered {formatInstant(customer.created_at)}
        </span>
        <PromiseBadge customer={customer} now={now} />
      </p>
      <p className="mt-1 mb-4 flex flex-wrap gap-x-6">
        <EmailLink address={customer.email} />
        <PhoneLink number={customer.mobile} />
      </p>
      <Form form={form} label={`Enquiry of ${customer.name}`}>
        <SelectField name="status" label="State" options={statusOptions} />
        <TextArea name="note" label="Note" optional rows={6} />
        <SubmitButton busyLabel="Saving...">Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
