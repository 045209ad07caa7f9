// <PasswordForm>: changes the tutor's password.
import { newPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import { useChangeAdminPassword } from '../../../data/passwords.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';

export function PasswordForm() {
  const change = useChangeAdminPassword();
  const form = useAppForm({
    schema: newPasswordSchema,
    defaultValues: { current_password: '', password: '' },
    onSubmit: async (passwords) => {
      await change.mutateAsync(passwords);
      form.reset();
    },
  });
  return (
    <Form form={form} label="Change password">
      <PasswordField
        form={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField form={form} name="password" label="New password" autoComplete="new-password" />
      <div>
        {/* Switching on two-factor authentication is the one red button of the page. */}
        <SubmitButton variant="secondary" busyLabel="Saving...">
          Change password
        </SubmitButton>
      </div>
    </Form>
  );
}
