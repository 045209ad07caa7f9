// <InviteDialog>: invites a second parent, or a student to a sign-in of their own, by email and
// with the password.
import { useRef, useState } from 'react';
import * as z from 'zod/mini';

import { confirmedByPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import { INVITATION_DAYS } from '../../../../domain/limits.ts';
import { type FamilyMember, newInvitationSchema } from '../../../../domain/people/family.ts';
import { hasJustSignedIn, isAboutPassword, useInvite } from '../../../data/people.ts';
import { StoredOfInvitedParent, StoredOfInvitedStudent } from '../../../parts/stored-words.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';

const invitingSchema = z.extend(z.pick(newInvitationSchema, { email: true }), {
  current_password: z.optional(confirmedByPasswordSchema.shape.current_password),
});

interface InviteDialogProps {
  /** The student who gets a sign-in; null for a parent. */
  readonly student: FamilyMember | null;
  /** The address of an earlier invitation, which this one would revoke. */
  readonly earlier: string | undefined;
  readonly onClose: () => void;
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
            autoComplete="off"
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
            autoComplete="current-password"
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
