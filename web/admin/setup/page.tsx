// /setup: the target of the one-time address that the server shows while there is no admin; the
// token is in the fragment. The tutor makes the first account here and is signed in.
import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';

import { setUp } from '../../../domain/auth/endpoints.ts';
import { newAdminSchema, type Setup } from '../../../domain/auth/new-admin.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { paths } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { useSession, saveSession } from '../../transport/session.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function SetupPage() {
  const token = useLocation().hash.slice(1);
  const session = useSession('admin');
  const setup = useSetUp();
  const form = useAppForm({
    schema: newAdminSchema,
    defaultValues: { name: '', email: '', password: '' },
    // The guard leads on to the dashboard once there is a session.
    onSubmit: (values) => setup.mutateAsync({ ...values, token }),
  });
  const isDead =
    token === '' || (setup.error instanceof ApiError && setup.error.code === 'setup_not_found');
  return (
    <PageFrame title={pages[paths.setup].title} width="narrow">
      <PageHeader
        title="Make your account"
        text="For the tutor: with it you plan lessons, answer enquiries and write the words of this site."
      />
      <Card className="mt-7 p-5 sm:p-8">
        {isDead ? (
          <div className="grid justify-items-start gap-2">
            <output>{errorCatalogue.setup_not_found.text}</output>
            <TextLink href={paths.adminLogin}>Sign in as the tutor</TextLink>
          </div>
        ) : (
          <Form form={form} label="Make your account">
            <TextField
              form={form}
              name="name"
              label="Your name"
              autoComplete="name"
              autoCapitalize="words"
            />
            <TextField
              form={form}
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
            />
            <PasswordField
              form={form}
              name="password"
              label="Password"
              isNew
              hint={`At least ${LENGTHS.password.min} characters.`}
            />
            <FormProblem />
            <SubmitButton size="large" busy={session !== null} busyLabel="Making your account...">
              Make my account
            </SubmitButton>
          </Form>
        )}
      </Card>
    </PageFrame>
  );
}

/** `mutateAsync(form)` creates the account and signs in; useSession('admin') then returns it. */
function useSetUp() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Unable to create your account. Please try again.' },
      isShownByForm: true,
    },
    // A repeat after a lost response would be refused, because the address was used.
    retry: false,
    mutationFn: (form: Setup) => call(setUp, { body: form }),
    onSuccess: (answer) => saveSession('admin', answer),
  });
}
