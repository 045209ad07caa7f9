// /reset-password: the target of the emailed link; the token is in the fragment. If the reset was
// the first proof of a parent's address, the page lists who can no longer sign in.
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';

import { newPasswordOnlySchema } from '../../../domain/auth/passwords.ts';
import type { Audience } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { forgotPath, paths, markedAudience } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { clearSession } from '../../transport/session.ts';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function ResetPassword() {
  const { search, hash } = useLocation();
  const audience = markedAudience(search);
  const token = hash.slice(1);
  const navigate = useNavigate();
  const reset = useResetPassword(audience);
  const form = useAppForm({
    schema: newPasswordOnlySchema,
    defaultValues: { password: '' },
    onSubmit: async ({ password }) => {
      const removed = await reset.mutateAsync({ token, password });
      if (removed !== null) return;
      await navigate(audience === 'admin' ? paths.adminLogin : paths.signIn, { replace: true });
    },
  });
  const isDead =
    token === '' || (reset.error instanceof ApiError && reset.error.code === 'invalid_reset_token');
  const removed = reset.data ?? null;
  if (removed !== null) return <FirstProof removed={removed} />;
  return (
    <PageFrame title={pages[paths.resetPassword].title} width="narrow">
      <PageHeader title="Choose a new password" text="This signs you out on all devices." />
      <Card className="mt-7 p-5 sm:p-8">
        {isDead ? (
          <output className="block">
            This link is no longer valid.{' '}
            <TextLink href={forgotPath(audience)}>Ask for a new one</TextLink>
          </output>
        ) : (
          <Form form={form} label="New password">
            <PasswordField
              form={form}
              name="password"
              label="New password"
              isNew
              hint={`At least ${LENGTHS.password.min} characters.`}
            />
            <SubmitButton size="large" busyLabel="Changing...">
              Change password
            </SubmitButton>
          </Form>
        )}
      </Card>
    </PageFrame>
  );
}

/** Its link leads via the sign-in page to the family's people. */
function FirstProof({ removed }: { removed: string[] }) {
  return (
    <PageFrame title={pages[paths.resetPassword].title} width="narrow">
      <PageHeader title="Password changed" text="Your email address is confirmed as well." />
      <Card className="mt-7 grid gap-5 p-5 sm:p-8">
        <output className="grid gap-3">
          {removed.length === 0 ? (
            <p>You are the only one who can sign in.</p>
          ) : (
            <>
              <p>
                Until now nobody had confirmed this address. To be safe, these sign-ins to your
                account were removed:
              </p>
              <ul className="grid gap-1 border-l-4 border-caution pl-4 font-bold">
                {removed.map((email) => (
                  <li key={email} className="wrap-anywhere">
                    {email}
                  </li>
                ))}
              </ul>
              <p>If you know them, you can invite them again.</p>
            </>
          )}
        </output>
        <LinkButton size="large" href={paths.accountFamily}>
          See who can sign in
        </LinkButton>
      </Card>
    </PageFrame>
  );
}

/**
 * `mutateAsync({token, password})`: sets a password with an emailed link and ends all sessions of
 * the account. If this was the first proof of a parent's address, returns the addresses whose
 * sign-ins were removed; otherwise null.
 */
export function useResetPassword(audience: Audience) {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Unable to change the password. Please try again.' },
    },
    retry: false,
    mutationFn: async (body: { token: string; password: string }) => {
      if (audience === 'family') return (await call(endpoints.resetPassword, { body })).removed;
      await call(endpoints.adminResetPassword, { body });
      return null;
    },
    onSuccess: () => {
      clearSession(audience);
      reportSuccess('Password changed', 'Please sign in with your new password.');
    },
  });
}
