// /admin-login: the tutor signs in.
import { Navigate } from 'react-router';

import { signInSchema } from '../../domain/account.ts';
import { paths } from '../../domain/paths.ts';
import { useAdminLogin } from '../api/account.ts';
import { useSession } from '../api/session.ts';
import { Card } from '../ui/card.tsx';
import { Form, SubmitButton, useAppForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useReturnPath } from '../ui/return-path.ts';
import { TextField } from '../ui/text-field.tsx';
import { PageFrame } from './page-frame.tsx';

export default function AdminLogin() {
  const session = useSession('admin');
  const login = useAdminLogin();
  const returnPath = useReturnPath(paths.adminDashboard);
  const form = useAppForm({
    schema: signInSchema,
    defaultValues: { email: '', password: '' },
    onSubmit: login.mutateAsync,
  });
  if (session !== null) return <Navigate to={returnPath} replace />;
  return (
    <PageFrame
      title="Admin Login"
      width="narrow"
      actions={
        <LinkButton variant="quiet" href={paths.home}>
          Back to Home
        </LinkButton>
      }
    >
      <PageHeader title="Admin login" text="For the tutor: enquiries, the planner and booked lessons." />
      <Card className="mt-7 p-5 sm:p-8">
        <Form form={form} label="Admin login">
          <TextField name="email" label="Email" type="email" autoComplete="username" />
          <PasswordField name="password" label="Password" autoComplete="current-password" />
          <SubmitButton size="large" busyLabel="Signing in...">
            Sign In
          </SubmitButton>
        </Form>
      </Card>
    </PageFrame>
  );
}
