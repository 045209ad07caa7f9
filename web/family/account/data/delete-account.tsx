// <DeleteAccount>: deletes the account after a confirmation and the password.
import { useState } from 'react';

import { confirmedByPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import { useDeleteAccount } from '../../../data/family.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';

interface DeleteAccountProps {
  /** The credits that would be lost. */
  readonly credits: number;
  /** Why the signed-in person may not delete the account; null if they may. */
  readonly disabledReason: string | null;
}

export function DeleteAccount({ credits, disabledReason }: DeleteAccountProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="destructive" disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Delete account
      </Button>
      <Dialog
        alert
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this account?"
        description="This cannot be undone. Bookings ahead are cancelled, your names, email and phone number are erased wherever they stand, with any enquiry made with this email and phone number, and nobody can sign in to this account any more."
      >
        <DeletionForm credits={credits} onKeep={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function DeletionForm({
  credits,
  onKeep,
}: {
  readonly credits: number;
  readonly onKeep: () => void;
}) {
  const deletion = useDeleteAccount();
  const form = useAppForm({
    schema: confirmedByPasswordSchema,
    defaultValues: { current_password: '' },
    onSubmit: deletion.mutateAsync,
  });
  return (
    <Form form={form} label="Delete account">
      {credits > 0 && (
        <p className="border-l-4 border-negative pl-4 font-bold">
          You still have {creditCount(credits)}, which would be lost.
        </p>
      )}
      <PasswordField
        form={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
      />
      <DialogFoot>
        <Button variant="secondary" onClick={onKeep}>
          Keep account
        </Button>
        <SubmitButton variant="destructive" busyLabel="Deleting...">
          Delete for good
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
