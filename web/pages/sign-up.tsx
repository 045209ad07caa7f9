// /sign-up: a parent creates the student's account and then signs in.
import { useNavigate } from 'react-router';

import { signUpSchema } from '../../domain/account.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { signUp } from '../api/sign-in.ts';
import { Card } from '../ui/card.tsx';
import { Form, SubmitButton } from '../ui/form.tsx';
import { TextLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useChosenLesson } from '../navigation/chosen-lesson.ts';
import type { SignedUpState } from '../navigation/return-path.ts';
import { TextField } from '../ui/text-field.tsx';
import { useAppForm } from '../ui/use-app-form.ts';
import { PageFrame } from './page-frame.tsx';
import { pageTitles } from './page-heads.ts';

const empty = {
  Parent_Name: '',
  Parent_Email: '',
  Parent_Phone_Number: '',
  Student_Name: '',
  password: '',
};

export default function SignUp() {
  const navigate = useNavigate();
  const { isChosen, pathTo } = useChosenLesson();
  const form = useAppForm({
    schema: signUpSchema,
    defaultValues: empty,
    onSubmit: async (values) => {
      await signUp(values);
      await navigate(pathTo(paths.signIn), { state: { email: values.Parent_Email } satisfies SignedUpState });
    },
  });
  return (
    <PageFrame title={pageTitles[paths.signUp]} width="narrow">
      <PageHeader
        title="Create an account"
        text={`One account per family. You book and pay; your child learns.${isChosen ? ' After that you can book the lesson you have chosen.' : ''}`}
      />
      <Card className="mt-7 p-5 sm:p-8">
        <Form form={form} label="Create an account">
          <TextField form={form} name="Parent_Name" label="Parent's name" autoComplete="name" />
          <TextField
            form={form}
            name="Parent_Email"
            label="Parent's email"
            type="email"
            autoComplete="email"
          />
          <TextField
            form={form}
            name="Parent_Phone_Number"
            label="Parent's phone number"
            type="tel"
            autoComplete="tel"
          />
          <TextField form={form} name="Student_Name" label="Student's name" autoComplete="off" />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            autoComplete="new-password"
            hint={`At least ${LENGTHS.password.min} characters.`}
          />
          <SubmitButton size="large" busyLabel="Creating account...">
            Sign Up
          </SubmitButton>
        </Form>
      </Card>
      <p className="mt-6 text-center">
        Already have an account? <TextLink href={pathTo(paths.signIn)}>Sign in</TextLink>
      </p>
    </PageFrame>
  );
}
