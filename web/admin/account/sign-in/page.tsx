// /admin-account/sign-in: the tutor's two-factor authentication and password.
import { useQuery, useMutation } from '@tanstack/react-query';

import { newPasswordSchema } from '../../../../domain/auth/passwords.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { paths } from '../../../../domain/paths.ts';
import { Section } from '../../../frames/section.tsx';
import { call } from '../../../transport/client.ts';
import { startQuery, reportSuccess } from '../../../transport/query-client.ts';
import { useSession } from '../../../transport/session.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { AdminAccountFrame } from '../frame.tsx';
import { twoFactorQuery } from './data.ts';
import { TwoFactor } from './two-factor.tsx';

export function start(): void {
  startQuery(twoFactorQuery);
}

export default function AdminAccountSignIn() {
  const twoFactor = useQuery(twoFactorQuery);
  const user = useSession('admin')?.user;
  return (
    <AdminAccountFrame here={paths.adminAccountSignIn}>
      <Section
        id="two-factor-authentication"
        title="Two-factor authentication"
        text={
          user && (
            <>
              You sign in with <strong className="wrap-anywhere">{user.email}</strong>.
            </>
          )
        }
      >
        <Loaded query={twoFactor} noun="two-factor authentication" rows={2} reportsStale>
          {(state) => <TwoFactor state={state} />}
        </Loaded>
      </Section>
      <Section id="password" title="Password">
        <PasswordForm />
      </Section>
    </AdminAccountFrame>
  );
}

/** <PasswordForm>: changes the tutor's password. */
function PasswordForm() {
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
      <PasswordField form={form} name="current_password" label="Current password" />
      <PasswordField form={form} name="password" label="New password" isNew />
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
    onSuccess: () => reportSuccess('Password changed', 'Other devices have been signed out.'),
  });
}
