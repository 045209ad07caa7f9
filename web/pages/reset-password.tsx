// /reset-password: the page that the emailed link opens; its token stands behind the '#' of the address.
import { useLocation, useNavigate } from 'react-router';

import { newPasswordOnlySchema } from '../../domain/account.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { forgotPath, paths, markedAudience } from '../../domain/paths.ts';
import { useResetPassword } from '../api/passwords.ts';
import { ApiError } from '../api/transport/failures.ts';
import { Card } from '../ui/card.tsx';
import { Form, SubmitButton, useAppForm } from '../ui/form.tsx';
import { TextLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

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
      await reset.mutateAsync({ token, password });
      await navigate(audience === 'admin' ? paths.adminLogin : paths.signIn, { replace: true });
    },
  });
  const isDead =
    token === '' || (reset.error instanceof ApiError && reset.error.code === 'invalid_reset_token');
  return (
    <PageFrame title={pages[paths.resetPassword].title} width="narrow">
      <PageHeader title="Choose a new password" text="This signs you out on all devices." />
      <Card className="mt-7 p-5 sm:p-8">
        {isDead ? (
          <output className="block">
            This link is no longer valid. <TextLink href={forgotPath(audience)}>Ask for a new one</TextLink>
          </output>
        ) : (
          <Form form={form} label="New password">
            <PasswordField
              form={form}
              name="password"
              label="New password"
              autoComplete="new-password"
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
