// <InviteDialog>: invites a second parent, or a student to a sign-in of their own, by email and
// with the password. <PendingInvitation>: an invitation that can be withdrawn.
import { useRef, useState } from 'react';
import * as z from 'zod/mini';

import { confirmedByPasswordSchema } from '../../../../domain/auth/passwords.ts';
import { PASSWORD_COUNTS_MINUTES, SESSION_SECONDS } from '../../../../domain/auth/session.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import {
  type FamilyMember,
  newInvitationSchema,
  type NewInvitation,
  type Invitation,
  INVITATION_DAYS,
} from '../../../../domain/people/family.ts';
import { formatDate, ukDate } from '../../../../domain/time.ts';
import { usePeopleMutation } from '../../../data/family.ts';
import { StoredOfInvitedParent, StoredOfInvitedStudent } from '../../../parts/stored-words.tsx';
import { call } from '../../../transport/client.ts';
import { ApiError } from '../../../transport/failures.ts';
import { readSession } from '../../../transport/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';

const invitingSchema = z.extend(z.pick(newInvitationSchema, { email: true }), {
  current_password: z.optional(confirmedByPasswordSchema.shape.current_password),
});

interface InviteDialogProps {
  /** The student who gets a sign-in; null for a parent. */
  student: FamilyMember | null;
  /** The address of an earlier invitation, which this one would revoke. */
  earlier: string | undefined;
  onClose: () => void;
}

export function InviteDialog({ student, earlier, onClose }: InviteDialogProps) {
  const invite = useInvite();
  const [asksPassword, setAsksPassword] = useState(() => !hasJustSignedIn());
  const field = useRef<HTMLDivElement>(null);
  const form = useAppForm({
    schema: invitingSchema,
    defaultValues: { email: '' },
    onSubmit: async (values) => {
      try {
        await invite.mutateAsync(
          student === null
            ? { role: 'parent', ...values }
            : { role: 'student', Student_ID: student.id, ...values },
        );
      } catch (error) {
        // The server decides whether the sign-in is recent; its refusal appears at the field.
        if (isAboutPassword(error)) setAsksPassword(true);
        throw error;
      }
      onClose();
    },
  });
  const title =
    student === null ? 'Invite a second parent' : `A sign-in for ${student.Student_Name}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      firstFocus={() => field.current?.querySelector('input') ?? null}
      description={`We email a link that works for ${INVITATION_DAYS} days.`}
    >
      <Form form={form} label={title}>
        {earlier !== undefined && (
          <p className="border-l-4 border-caution pl-4">
            The link sent to <strong className="wrap-anywhere">{earlier}</strong> then no longer
            works.
          </p>
        )}
        <div ref={field}>
          <TextField
            form={form}
            name="email"
            label={student === null ? 'Their email' : 'Email of the student'}
            type="email"
            hint={
              student === null
                ? undefined
                : 'Not a parent’s: everybody signs in with an email of their own.'
            }
          />
        </div>
        {asksPassword && (
          <PasswordField
            form={form}
            name="current_password"
            label="Your password"
            hint="So that nobody but you lets people in."
          />
        )}
        {student === null ? <StoredOfInvitedParent /> : <StoredOfInvitedStudent />}
        <DialogFoot>
          <SubmitButton busyLabel="Sending...">Send the invitation</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/**
 * `mutateAsync({role, email, current_password, ...})` emails the link; a new invitation revokes an
 * earlier one for the same person.
 */
function useInvite() {
  return usePeopleMutation(
    { title: 'Invitation not sent', text: 'Unable to send the invitation. Please try again.' },
    {
      act: async (invitation: NewInvitation & { current_password?: string | undefined }) =>
        call(endpoints.invite, { body: invitation }),
      done: ({ email }) => ({
        title: 'Invitation sent',
        description: `We have sent a link to ${email}.`,
      }),
      titles: { email_taken: 'Invitation not sent' },
    },
  );
}

/**
 * Whether the password was given so recently that inviting needs it no more. The server decides;
 * this is a minute less.
 */
function hasJustSignedIn(): boolean {
  const expires = readSession('family')?.session.expires_at ?? 0;
  const began = expires - SESSION_SECONDS.family;
  return began > Date.now() / 1000 - (PASSWORD_COUNTS_MINUTES - 1) * 60;
}

/** Whether the call was refused for want of the password. */
const isAboutPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'current_password');

/**
 * <PendingInvitation>: who has been invited, until when they can accept, and the action to withdraw
 * it.
 */
export function PendingInvitation({ invitation }: { invitation: Invitation }) {
  const withdraw = useWithdrawFamilyInvitation(invitation);
  const until = formatDate(ukDate(Date.parse(invitation.expires_at)), 'short');
  return (
    <div className="justify-between gap-x-4 sm:flex sm:items-center">
      <p className="min-w-0 py-2 leading-snug max-sm:pb-0">
        <Badge tone="caution">Invited</Badge>{' '}
        <span className="wrap-anywhere">{invitation.email}</span>
        <span className="block text-sm text-pencil">The emailed link works until {until}.</span>
      </p>
      <Button
        variant="quiet"
        className={actionClass}
        aria-label={`Withdraw the invitation to ${invitation.email}`}
        busy={withdraw.isPending}
        busyLabel="Withdrawing..."
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </Button>
    </div>
  );
}

/** `mutate()` */
function useWithdrawFamilyInvitation({ id, email }: Pick<Invitation, 'id' | 'email'>) {
  return usePeopleMutation(
    { title: 'Not withdrawn', text: 'Unable to withdraw the invitation. Please try again.' },
    {
      act: async () => {
        try {
          await call(endpoints.withdrawInvitation, { params: { id } });
        } catch (error) {
          // The general texts address the invited person.
          if (!(error instanceof ApiError) || error.code !== 'invitation_not_found') throw error;
          const { status } = error;
          throw new ApiError('It has already been accepted or withdrawn, or has expired.', {
            status,
          });
        }
      },
      done: () => ({
        title: 'Invitation withdrawn',
        description: `The link sent to ${email} no longer works.`,
      }),
    },
  );
}

/**
 * The shared style of small actions at the end of a person's row: on a phone their text aligns with
 * the row.
 */
export const actionClass = 'px-2! max-sm:-ml-2';
