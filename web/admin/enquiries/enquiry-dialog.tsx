// <EnquiryDialog>: an enquiry with its contact details, invitation, status and note, and Delete.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';

import { type Enquiry, enquiryChangesSchema } from '../../../domain/enquiry-list.ts';
import { yearLabel } from '../../../domain/enquiry.ts';
import { formatInstant } from '../../../domain/time.ts';
import { useDeleteEnquiry, useUpdateEnquiry } from '../../api/enquiries.ts';
import { Button } from '../../ui/button.tsx';
import { confirm, Confirmations } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/form.tsx';
import { SelectField, TextArea } from '../../ui/text-field.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { SkeletonList } from '../../ui/skeleton.tsx';
import { PromiseBadge, statusOptions } from './enquiry-parts.tsx';
import { InvitationState } from './invitation-state.tsx';

const InvitePart = lazy(() => import('./invite-part.tsx'));

const schema = z.required(enquiryChangesSchema);

interface EnquiryDialogProps {
  readonly customer: Enquiry;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
}

export function EnquiryDialog({ customer, now, onClose }: EnquiryDialogProps) {
  const [isInviting, setInviting] = useState(false);
  const [isMessageWritten, setMessageWritten] = useState(false);
  const [isNoteWritten, setNoteWritten] = useState(false);
  const details = useTurns<HTMLDivElement>(isInviting);
  const close = async () => {
    if ((isMessageWritten || isNoteWritten) && !(await confirm(throwAway))) return;
    onClose();
  };
  const turnBack = () => {
    setMessageWritten(false);
    setInviting(false);
  };
  const askAndTurnBack = async () => {
    if (!isMessageWritten || (await confirm(throwAway))) turnBack();
  };
  return (
    <Dialog
      open
      onOpenChange={() => void close()}
      title={isInviting ? `Invite ${customer.name}` : customer.name}
      {...(isInviting ? { description: 'To the free first lesson, by email.', width: 'wide' } : {})}
    >
      <div ref={details} tabIndex={-1}>
        {isInviting && (
          <Suspense fallback={<SkeletonList label="Loading" rowClassName="h-12 w-full" />}>
            <InvitePart
              customer={customer}
              now={now}
              onWritten={setMessageWritten}
              onBack={() => void askAndTurnBack()}
              onSent={turnBack}
            />
          </Suspense>
        )}
        {/* Hidden rather than unmounted, so that an unsaved note is not lost. */}
        <div hidden={isInviting}>
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
          <InvitationState customer={customer} now={now} onInvite={() => setInviting(true)} />
          <DetailsForm customer={customer} onWritten={setNoteWritten} onDone={onClose} />
        </div>
      </div>
      {/* Inside, so that the confirmation appears above this dialog. */}
      <Confirmations />
    </Dialog>
  );
}

const throwAway = {
  title: 'Throw Away What You Wrote',
  text: 'It is not saved anywhere yet.',
  action: 'Throw Away',
  refusal: 'Keep Writing',
};

/** Moves the focus when the dialog switches sides, because the pressed button is gone. */
function useTurns<Element extends HTMLElement>(side: boolean) {
  const element = useRef<Element>(null);
  const last = useRef(side);
  useEffect(() => {
    if (last.current !== side) element.current?.focus();
    last.current = side;
  }, [side]);
  return element;
}

interface DetailsFormProps {
  readonly customer: Enquiry;
  readonly onWritten: (isWritten: boolean) => void;
  readonly onDone: () => void;
}

function DetailsForm({ customer, onWritten, onDone }: DetailsFormProps) {
  const update = useUpdateEnquiry();
  const { id, name, status, note } = customer;
  const form = useAppForm({
    schema,
    defaultValues: { status, note },
    onSubmit: async (changes) => {
      await update.mutateAsync({ id, changes });
      onDone();
    },
  });
  const isWritten = form.watch('note') !== note;
  useEffect(() => onWritten(isWritten), [onWritten, isWritten]);
  const { setValue } = form;
  // An invitation changes the status: saving the older value would undo that.
  useEffect(() => {
    setValue('status', status);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status]);
  return (
    <Form form={form} label={`Enquiry of ${name}`} className="mt-4 grid gap-5">
      <SelectField form={form} name="status" label="Status" options={statusOptions} />
      <TextArea
        form={form}
        name="note"
        label="Note"
        hint="The family may ask to read it"
        optional
        rows={4}
      />
      <div className="flex justify-end gap-3">
        <DeleteButton customer={customer} onDeleted={onDone} />
        <SubmitButton className="max-sm:flex-1" busyLabel="Saving...">
          Save
        </SubmitButton>
      </div>
    </Form>
  );
}

interface DeleteButtonProps {
  readonly customer: Enquiry;
  readonly onDeleted: () => void;
}

function DeleteButton({ customer, onDeleted }: DeleteButtonProps) {
  const remove = useDeleteEnquiry();
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
