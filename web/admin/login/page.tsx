// /admin-login: the tutor signs in, with a second factor if it is enabled.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';

import { adminLogin } from '../../../domain/auth/sign-in-endpoints.ts';
import { type AdminSignInForm, adminSignInSchema } from '../../../domain/auth/sign-in.ts';
import { errorCatalogue } from '../../../domain/errors.ts';
import { forgotPath, paths } from '../../../domain/paths.ts';
import { signingIn, welcome } from '../../data/sign-in.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { ReturnState } from '../../navigation/return-path.ts';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { AuthenticationError } from '../../transport/failures.ts';
import { useSession, saveSession } from '../../transport/session.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormProblem, SubmitButton, type AppForm, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { showToast } from '../../ui/toast.ts';

const withCodeSchema = z.extend(adminSignInSchema, {
  code: z
    .string()
    .check(z.trim(), z.minLength(1, { error: errorCatalogue.two_factor_required.text })),
});

export default function AdminLogin() {
  const session = useSession('admin');
  const signIn = useSignInTutor();
  const [needsCode, setNeedsCode] = useState(false);
  useDenialOfStudents();
  const form = useAppForm<AdminSignInForm, AdminSignInForm>({
    schema: needsCode ? withCodeSchema : adminSignInSchema,
    defaultValues: { email: '', password: '' },
    onSubmit: async (values) => {
      if ((await signIn.mutateAsync(values)) === null) setNeedsCode(true);
    },
  });
  return (
    <PageFrame
      title={pages[paths.adminLogin].title}
      width="narrow"
      actions={
        <LinkButton variant="quiet" href={paths.home} className="-mr-1.5 px-1.5! sm:-mr-4 sm:px-4!">
          Back to Home
        </LinkButton>
      }
    >
      <PageHeader
        title="Admin login"
        text="For the tutor: enquiries, the planner and booked lessons."
      />
      <Card className="mt-7 p-5 sm:p-8">
        <Form form={form} label="Admin login">
          <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
          <PasswordField form={form} name="password" label="Password" />
          {needsCode && <CodeField form={form} />}
          <FormProblem />
          <SubmitButton size="large" busy={session !== null} busyLabel="Signing in...">
            Sign In
          </SubmitButton>
        </Form>
      </Card>
      <p className="mt-6 text-center">
        <TextLink href={forgotPath('admin')}>Forgotten your password?</TextLink>
      </p>
    </PageFrame>
  );
}

/**
 * Takes the focus when it appears, because the password has been accepted and only the code is
 * missing.
 */
function CodeField({ form }: { form: AppForm<AdminSignInForm> }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <TextField
        form={form}
        name="code"
        label="Authentication code"
        hint="From your authenticator app, or one of your recovery codes"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}

/** Tells a student whom a guard has refused in the tutor's area why. */
function useDenialOfStudents(): void {
  const state: unknown = useLocation().state;
  const { isDenied = false } = (state ?? {}) as Partial<ReturnState>;
  useEffect(() => {
    if (!isDenied) return;
    showToast({
      kind: 'destructive',
      title: 'Access Denied',
      description: 'You are signed in as a student. This page is for the tutor.',
    });
  }, [isDenied]);
}

/**
 * Like useSignIn, for the tutor. Returns null if a code of the authenticator app is required.
 */
function useSignInTutor() {
  return useMutation({
    meta: signingIn,
    mutationFn: async (form: AdminSignInForm) => {
      try {
        return await call(adminLogin, { body: form });
      } catch (error) {
        if (error instanceof AuthenticationError && error.code === 'two_factor_required')
          return null;
        throw error;
      }
    },
    onSuccess: (answer) => {
      if (answer === null) return;
      saveSession('admin', answer);
      welcome(answer.user);
    },
  });
}
