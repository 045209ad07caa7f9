// <EnquiryDialog>: one enquiry with its contact, status and note, and Delete.
import * as z from 'zod/mini';

import { type Customer, customerChangesSchema, yearLabel } from '../../../domain/enquiry.ts';
import { formatInstant } from '../../../domain/time.ts';
import { useDeleteCustomer, useUpdateCustomer } from '../../api/enquiries.ts';
import { Button } from '../../ui/button.tsx';
import { confirm, Confirmations } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { SelectField, TextArea } from '../../ui/text-field.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { useAppForm } from '../../ui/use-app-form.ts';
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
        <SelectField form={form} name="status" label="Status" options={statusOptions} />
        <TextArea
          form={form}
          name="note"
          label="Note"
          hint="The family may ask to read it"
          optional
          rows={6}
        />
        <div className="flex justify-end gap-3">
          <DeleteButton customer={customer} onDeleted={onClose} />
          <SubmitButton className="max-sm:flex-1" busyLabel="Saving...">
            Save
          </SubmitButton>
        </div>
      </Form>
      {/* Inside, so that the question lies on top of this dialog. */}
      <Confirmations />
    </Dialog>
  );
}

interface DeleteButtonProps {
  readonly customer: Customer;
  readonly onDeleted: () => void;
}

function DeleteButton({ customer, onDeleted }: DeleteButtonProps) {
  const remove = useDeleteCustomer();
  const askAndDelete = async () => {
    const sure = await confirm({
      title: 'Delete Enquiry',
      text: `Are you sure you want to delete the enquiry of ${customer.name}? Your note and all emails about it are removed with it. This cannot be undone.`,
      action: 'Delete Enquiry',
      refusal: 'Keep Enquiry',
    });
    if (sure) remove.mutate({ id: customer.id }, { onSuccess: onDeleted });
  };
  return (
    <Button
      variant="destructive"
      busy={remove.isPending}
      busyLabel="Deleting..."
      onClick={() => void askAndDelete()}
    >
      Delete
    </Button>
  );
}
