// /sign-in: a parent or student signs in and returns to where they came from. After a sign-up the
// form is filled in already.
import { useEffect, useRef, useState } from 'react';

import { signInSchema } from '../../../domain/auth/sign-in.ts';
import { forgotPath, paths } from '../../../domain/paths.ts';
import { useSignIn } from '../../data/sign-in.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { forgetHandover, readHandover, useChosenLesson } from '../../navigation/return-path.ts';
import { pages } from '../../pages.ts';
import { useSession } from '../../transport/session.ts';
import { Card } from '../../ui/card.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

export default function SignIn() {
  const session = useSession('family');
  const signIn = useSignIn();
  const { chosenId, pathTo } = useChosenLesson();
  const [handed] = useState(readHandover);
  const place = useRef<HTMLDivElement>(null);
  const form = useAppForm({
    schema: signInSchema,
    defaultValues: { email: handed?.email ?? '', password: '' },
    onSubmit: (values) => signIn.mutateAsync(values),
  });
  useEffect(() => {
    forgetHandover();
    if (handed === null) return;
    const { password } = handed;
    // The page's HTML would contain a default value.
    if (password !== undefined) form.setValue('password', password);
    const next = password === undefined ? '[name="password"]' : '[type="submit"]';
    place.current?.querySelector<HTMLElement>(next)?.focus();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [handed]);
  return (
    <PageFrame title={pages[paths.signIn].title} width="narrow">
      <PageHeader
        title="Sign in"
        text={
          chosenId === null
            ? 'Book lessons, see your credits and find your meeting links.'
            : 'Sign in to book the lesson you have chosen.'
        }
      />
      {handed?.notice}
      <Card ref={place} className="mt-5 p-5 sm:mt-7 sm:p-8">
        <Form form={form} label="Sign in">
          <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
          <PasswordField form={form} name="password" label="Password" />
          <FormProblem />
          <SubmitButton size="large" busy={session !== null} busyLabel="Signing in...">
            Sign In
          </SubmitButton>
        </Form>
      </Card>
      <div className="mt-6 grid justify-items-center gap-1">
        <TextLink href={forgotPath('family')}>Forgotten your password?</TextLink>
        <p>
          New here? <TextLink href={pathTo(paths.signUp)}>Create an account</TextLink>
        </p>
      </div>
    </PageFrame>
  );
}
