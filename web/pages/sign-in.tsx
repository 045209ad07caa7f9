// /sign-in: a parent or student signs in and returns to where they came from.
import { useEffect, useRef } from 'react';

import { signInSchema } from '../../domain/account.ts';
import { forgotPath, paths } from '../../domain/paths.ts';
import { useSignIn } from '../api/sign-in.ts';
import { useSession } from '../api/transport/session.ts';
import { Card } from '../ui/card.tsx';
import { Form, FormProblem, SubmitButton, useAppForm } from '../ui/form.tsx';
import { TextLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useChosenLesson } from '../navigation/chosen-lesson.ts';
import { useSignedUp } from '../navigation/return-path.ts';
import { TextField } from '../ui/text-field.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

export default function SignIn() {
  const session = useSession('family');
  const signIn = useSignIn();
  const { isChosen, pathTo } = useChosenLesson();
  const { email, news } = useSignedUp();
  const passwordPlace = useRef<HTMLDivElement>(null);
  // After a sign-up only the password is left to type.
  useEffect(() => {
    if (email !== '') passwordPlace.current?.querySelector('input')?.focus();
  }, [email]);
  const form = useAppForm({
    schema: signInSchema,
    defaultValues: { email, password: '' },
    onSubmit: signIn.mutateAsync,
  });
  return (
    <PageFrame title={pages[paths.signIn].title} width="narrow">
      <PageHeader
        title="Sign in"
        text={
          news ??
          (isChosen
            ? 'Sign in to book the lesson you have chosen.'
            : 'Book lessons, see your credits and find your meeting links.')
        }
      />
      <Card className="mt-7 p-5 sm:p-8">
        <Form form={form} label="Sign in">
          <TextField form={form} name="email" label="Email" type="email" autoComplete="username" />
          <div ref={passwordPlace}>
            <PasswordField
              form={form}
              name="password"
              label="Password"
              autoComplete="current-password"
            />
          </div>
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
