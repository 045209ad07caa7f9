// <EnquiryDetails>: an enquiry's contact details, invitation, status and note, Delete, and in the
// dialog's foot what answers it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';

import * as endpoints from '../../../../domain/endpoints.ts';
import { type Enquiry, enquiryChangesSchema } from '../../../../domain/enquiries/enquiry-list.ts';
import { formatInstant } from '../../../../domain/time.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { loadAgain, reportSuccess } from '../../../transport/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmButton } from '../../../ui/confirm.tsx';
import { EmailLink, PhoneLink } from '../../../ui/contact-links.tsx';
import { DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { SelectField, TextArea } from '../../../ui/forms/text-field.tsx';
import { useUpdateEnquiry, FUNNEL, CUSTOMERS, type EnquiryList } from '../data.ts';
import { PromiseBadge, statusOptions } from './enquiry-parts.tsx';
import { InvitationState } from './invitation-state.tsx';

const schema = z.required(enquiryChangesSchema);

interface EnquiryDetailsProps {
  enquiry: Enquiry;
  now: number;
  /** Whether the dialog shows another part, which has the foot. */
  isHidden: boolean;
  /** Called with whether closing would lose the note. */
  onWritten: (isWritten: boolean) => void;
  onInvite: () => void;
  onAnswered: () => void;
  onDone: () => void;
}

export function EnquiryDetails(props: EnquiryDetailsProps) {
  const { enquiry, now, isHidden, onWritten, onInvite, onAnswered, onDone } = props;
  const update = useUpdateEnquiry();
  const { id, name, status, note, answered_at } = enquiry;
  /** The note that this form has read or saved: one that was written elsewhere since stays. */
  const [ownNote, setOwnNote] = useState(note);
  const form = useAppForm({
    schema,
    defaultValues: { status, note },
    onSubmit: async ({ status: chosen, note: written }) => {
      const changes = {
        ...(chosen === status ? {} : { status: chosen }),
        ...(written === ownNote ? {} : { note: written }),
      };
      await update.mutateAsync({ id, changes });
      setOwnNote(written);
      onDone();
    },
  });
  const typed = form.watch();
  const isWritten = typed.note !== ownNote;
  useEffect(() => onWritten(isWritten), [onWritten, isWritten]);
  const { setValue } = form;
  // An invitation changes the status: saving the older value would undo that.
  useEffect(() => {
    setValue('status', status);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [status]);
  // The note is saved, too: it would be lost when the dialog goes on to the next enquiry.
  const answer = () => {
    const written = form.getValues('note');
    update.mutate(
      { id, changes: { status: 'contacted', ...(isWritten && { note: written }) } },
      {
        onSuccess() {
          setOwnNote(written);
          onAnswered();
        },
      },
    );
  };
  const isWaiting = answered_at === null;
  return (
    <>
      <ContactLines enquiry={enquiry} now={now} />
      <InvitationState enquiry={enquiry} now={now} {...(isWaiting ? {} : { onInvite })} />
      <Form form={form} label={`Enquiry of ${name}`} className="mt-4 grid gap-5">
        <SelectField form={form} name="status" label="Status" options={statusOptions} />
        <TextArea
          form={form}
          name="note"
          label="Note"
          hint="The family may ask to read it."
          optional
          rows={2}
        />
        <div className="flex justify-between gap-3">
          <DeleteButton enquiry={enquiry} onDeleted={onDone} />
          {(isWritten || typed.status !== status) && (
            <SubmitButton variant={isWaiting ? 'secondary' : 'primary'} busyLabel="Saving...">
              Save
            </SubmitButton>
          )}
        </div>
      </Form>
      {isWaiting && !isHidden && (
        <DialogFoot>
          <Button
            variant="secondary"
            size="compact"
            className="whitespace-nowrap"
            busy={update.isPending}
            onClick={answer}
          >
            Mark answered
          </Button>
          <Button onClick={onInvite}>
            {enquiry.invitation === null ? 'Invite' : 'Send again'}
          </Button>
        </DialogFoot>
      )}
    </>
  );
}

/** <ContactLines>: when somebody enquired for which year, and how to reach them. */
function ContactLines({ enquiry, now }: Pick<EnquiryDetailsProps, 'enquiry' | 'now'>) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-pencil">
        <span className="figures">
          {yearLabel(enquiry.year_class)}, registered {formatInstant(enquiry.created_at)}
        </span>
        <PromiseBadge enquiry={enquiry} now={now} />
      </p>
      <p className="mt-1 mb-4 flex flex-wrap gap-x-6">
        <EmailLink address={enquiry.email} />
        <PhoneLink number={enquiry.mobile} />
      </p>
    </>
  );
}

function DeleteButton({ enquiry, onDeleted }: { enquiry: Enquiry; onDeleted: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    meta: failing('Error deleting enquiry', 'Failed to delete the enquiry. Please try again.', {
      changes: [FUNNEL],
      isPatched: true,
    }),
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteEnquiry, { params: { id } }),
    onSuccess: (_answer, { id }) => {
      client.setQueryData(CUSTOMERS, (list: EnquiryList | undefined) =>
        list === undefined
          ? undefined
          : { customers: list.customers.filter((one) => one.id !== id), total: list.total - 1 },
      );
      reportSuccess(
        'Enquiry deleted',
        'The enquiry, its note and the emails about it were removed.',
      );
    },
    // The enquiry may be deleted already: on another device, or by a call whose response was lost.
    onError: () => loadAgain(client, [CUSTOMERS]),
  });
  return (
    <ConfirmButton
      variant="quiet"
      size="compact"
      className="-ml-3 text-negative!"
      busy={remove.isPending}
      busyLabel="Deleting..."
      question={{
        title: 'Delete enquiry',
        text: `Are you sure you want to delete the enquiry of ${enquiry.name}? Your note and all emails about it are removed with it. This cannot be undone.`,
        action: 'Delete enquiry',
        refusal: 'Keep enquiry',
      }}
      onConfirm={() => remove.mutate({ id: enquiry.id }, { onSuccess: onDeleted })}
    >
      Delete
    </ConfirmButton>
  );
}
