// /account/sign-in: with which email the person signs in, and a new password.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { newPasswordSchema } from '../../../../domain/auth/passwords.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { LENGTHS } from '../../../../domain/limits.ts';
import { paths } from '../../../../domain/paths.ts';
import { profileQuery } from '../../../data/family.ts';
import { LESSONS } from '../../../data/lessons.ts';
import { Section } from '../../../frames/section.tsx';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { startQuery, loadAgain, reportSuccess } from '../../../transport/query-client.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextLink } from '../../../ui/link-button.tsx';
import { AccountFrame, WithProfile, DETAILS_ANCHOR } from '../frame.tsx';

export function start(): void {
  startQuery(profileQuery);
}

export default function AccountSignIn() {
  return (
    <AccountFrame here={paths.accountSignIn}>
      <WithProfile>
        {({ Parent_Email: parentEmail }) => (
          <>
            {parentEmail !== null && <SignInName email={parentEmail} />}
            <Section
              id="password"
              title="Password"
              text="Changing it signs out all your other devices."
            >
              <PasswordForm email={parentEmail} />
            </Section>
          </>
        )}
      </WithProfile>
    </AccountFrame>
  );
}

function SignInName({ email }: { email: string }) {
  return (
    <p className="leading-snug">
      You sign in with <strong className="wrap-anywhere">{email}</strong>.{' '}
      <TextLink href={`${paths.accountFamily}#${DETAILS_ANCHOR}`}>Change the email</TextLink>
    </p>
  );
}

interface PasswordFormProps {
  /** The username that password managers store with the password; null if it is unknown. */
  email: string | null;
}

/** <PasswordForm>: changes the password, which signs out every other device. */
function PasswordForm({ email }: PasswordFormProps) {
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
      <PasswordField form={form} name="current_password" label="Current password" />
      <PasswordField
        form={form}
        name="password"
        label="New password"
        isNew
        hint={`At least ${LENGTHS.password.min} characters.`}
      />
      <div>
        <SubmitButton busyLabel="Changing...">Change password</SubmitButton>
      </div>
    </Form>
  );
}

/** `mutateAsync({current_password, password})` ends the account's other sessions. */
function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    meta: failing('Update failed', 'Unable to change your password. Please try again.'),
    // A retry after a lost response would be refused: the old password no longer matches.
    retry: false,
    mutationFn: (form: { current_password: string; password: string }) =>
      call(endpoints.changePassword, { body: form }),
    onSuccess: () => {
      // A password change rotates the join links.
      void loadAgain(client, [LESSONS]);
      reportSuccess('Password changed', 'All other devices have been signed out.');
    },
  });
}
