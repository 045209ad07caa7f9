// <PasswordForm>: changes the tutor's password.
import { useMutation } from '@tanstack/react-query';

import { newPasswordSchema } from '../../../../domain/auth/sign-in.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { call } from '../../../transport/client.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { showToast } from '../../../ui/toast.ts';

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

/** `mutateAsync({current_password, password})` ends the sessions on other devices. */
function useChangeAdminPassword() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to change the password. Please try again.' },
    },
    retry: false,
    mutationFn: (form: { current_password: string; password: string }) =>
      call(endpoints.changeAdminPassword, { body: form }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Password changed',
        description: 'Other devices have been signed out.',
      }),
  });
}
