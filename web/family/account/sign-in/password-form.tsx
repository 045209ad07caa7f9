// <PasswordForm>: changes the password, which signs out every other device.
import { newPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import { LENGTHS } from '../../../../domain/limits.ts';
import { useChangePassword } from '../../../data/passwords.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';

interface PasswordFormProps {
  /** The username that password managers store with the password; null if it is unknown. */
  readonly email: string | null;
}

export function PasswordForm({ email }: PasswordFormProps) {
  const change = useChangePassword();
  const form = useAppForm({
    schema: newPasswordSchema,
    defaultValues: { current_password: '', password: '' },
    onSubmit: async (values) => {
      await change.mutateAsync(values);
      form.reset();
    },
  });
  return (
    <Form form={form} label="Password">
      {email !== null && (
        <input type="email" autoComplete="username" value={email} readOnly hidden />
      )}
      <PasswordField
        form={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField
        form={form}
        name="password"
        label="New password"
        autoComplete="new-password"
        hint={`At least ${LENGTHS.password.min} characters.`}
      />
      <div>
        <SubmitButton busyLabel="Changing...">Change password</SubmitButton>
      </div>
    </Form>
  );
}
