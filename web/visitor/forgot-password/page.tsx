// /forgot-password: requests a password reset link; shows the same text whether or not the account
// exists.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';

import { forgottenPasswordSchema, RESET_LINK_MINUTES } from '../../../domain/auth/passwords.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { paths, markedAudience } from '../../../domain/paths.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { Card } from '../../ui/card.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function ForgotPassword() {
  const audience = markedAudience(useLocation().search);
  // Requests a reset link; the response is the same for every address.
  const ask = useMutation({
    meta: { operation: { title: 'Error', text: 'Unable to send the link. Please try again.' } },
    mutationFn: ({ email }: { email: string }) =>
      call(audience === 'family' ? endpoints.forgotPassword : endpoints.adminForgotPassword, {
        body: { email },
      }),
  });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAppForm({
    schema: forgottenPasswordSchema,
    defaultValues: { email: '' },
    onSubmit: async (values) => {
      await ask.mutateAsync(values);
      setSentTo(values.email);
    },
  });
  return (
    <PageFrame title={pages[paths.forgotPassword].title} width="narrow">
      <PageHeader
        title="Forgotten password"
        text="We send you a link with which you choose a new one."
      />
      <Card className="mt-7 p-5 sm:p-8">
        {sentTo === null ? (
          <Form form={form} label="Forgotten password">
            <TextField
              form={form}
              name="email"
              label="Email"
              type="email"
              autoComplete="username"
            />
            <SubmitButton size="large" busyLabel="Sending...">
              Send the link
            </SubmitButton>
          </Form>
        ) : (
          <output className="block">
            If there is an account for <strong className="break-words">{sentTo}</strong>, a link is
            on its way. It works once, within {RESET_LINK_MINUTES} minutes. Check your spam folder
            too.
          </output>
        )}
      </Card>
      <p className="mt-6 text-center">
        <TextLink href={audience === 'admin' ? paths.adminLogin : paths.signIn}>
          Back to sign in
        </TextLink>
      </p>
    </PageFrame>
  );
}
