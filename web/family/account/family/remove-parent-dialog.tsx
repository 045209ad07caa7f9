// <RemoveParentDialog>: asks for the password before the other parent is removed, or before the
// signed-in one leaves the family.
import { confirmedByPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import type { Parent } from '../../../../domain/people/family.ts';
import { useRemoveParent } from '../../../data/people.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';

interface RemoveParentDialogProps {
  readonly parent: Parent;
  /** Whether it is the signed-in parent. */
  readonly isSelf: boolean;
  /** The parent who remains. */
  readonly heir: Parent | undefined;
  readonly onClose: () => void;
}

export function RemoveParentDialog({ parent, isSelf, heir, onClose }: RemoveParentDialogProps) {
  const remove = useRemoveParent(parent, isSelf);
  const form = useAppForm({
    schema: confirmedByPasswordSchema,
    defaultValues: { current_password: '' },
    onSubmit: async (values) => {
      await remove.mutateAsync(values);
      onClose();
    },
  });
  const title = isSelf ? 'Leave this family?' : `Remove ${parent.name}?`;
  return (
    <Dialog
      alert
      open
      onOpenChange={onClose}
      title={title}
      description={
        isSelf
          ? `This cannot be undone. Your name, email and phone number are erased, and you cannot sign in any more. The students, lessons and credits stay with ${heir?.name}.`
          : 'This cannot be undone. Their name, email and phone number are erased, and they are signed out everywhere at once. The students, lessons and credits stay.'
      }
    >
      <Form form={form} label={title}>
        {isSelf && parent.is_owner && (
          <p className="border-l-4 border-caution pl-4">{heir?.name} then holds the account.</p>
        )}
        <PasswordField
          form={form}
          name="current_password"
          label="Your password"
          autoComplete="current-password"
        />
        <DialogFoot>
          <Button variant="secondary" onClick={onClose}>
            {isSelf ? 'Stay' : 'Keep parent'}
          </Button>
          <SubmitButton variant="destructive" busyLabel={isSelf ? 'Leaving...' : 'Removing...'}>
            {isSelf ? 'Leave for good' : 'Remove for good'}
          </SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
