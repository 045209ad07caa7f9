// <AcceptParentForm>, and <AcceptByPasswordForm> for students and for parents whom the tutor has
// brought along: the forms that accept an invitation. Both sign in and lead to the family's home.
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';

import { newPasswordOnlySchema } from '../../../domain/auth/passwords.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { paths } from '../../../domain/paths.ts';
import { type Acceptance, parentDetailsSchema } from '../../../domain/people/family.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';

interface AcceptFormProps {
  token: string;
  /** The invited address, which becomes the sign-in name. */
  email: string;
  /** Returns the outcome. */
  accept: (acceptance: Acceptance) => Promise<string>;
}

const acceptingParentSchema = z.extend(parentDetailsSchema, newPasswordOnlySchema.shape);

export function AcceptParentForm(props: AcceptFormProps) {
  const accept = useAccepting(props);
  const form = useAppForm({
    schema: acceptingParentSchema,
    defaultValues: { Parent_Name: '', Parent_Phone_Number: '', password: '' },
    onSubmit: accept,
  });
  return (
    <Form form={form} label="Accept the invitation">
      <TextField
        form={form}
        name="Parent_Name"
        label="Your name"
        autoComplete="name"
        autoCapitalize="words"
      />
      <TextField
        form={form}
        name="Parent_Phone_Number"
        label="Your phone number"
        type="tel"
        autoComplete="tel"
      />
      <Username email={props.email} />
      <PasswordField form={form} {...newPassword} />
      <Accept />
    </Form>
  );
}

export function AcceptByPasswordForm(props: AcceptFormProps) {
  const accept = useAccepting(props);
  const form = useAppForm({
    schema: newPasswordOnlySchema,
    defaultValues: { password: '' },
    onSubmit: accept,
  });
  return (
    <Form form={form} label="Accept the invitation">
      <Username email={props.email} />
      <PasswordField form={form} {...newPassword} />
      <Accept />
    </Form>
  );
}

function useAccepting({ token, accept }: AcceptFormProps) {
  const navigate = useNavigate();
  return async (details: Omit<Acceptance, 'token'>) => {
    if ((await accept({ token, ...details })) !== 'accepted') return;
    await navigate(paths.familyHome, { replace: true });
    // After the page change, which dismisses older messages.
    reportSuccess('Invitation accepted', 'You are signed in, and these are your lessons.');
  };
}

const newPassword = {
  name: 'password',
  label: 'Password',
  isNew: true,
  hint: `At least ${LENGTHS.password.min} characters.`,
} as const;

/** For password managers, which store the password under it. */
function Username({ email }: Pick<AcceptFormProps, 'email'>) {
  return <input type="email" autoComplete="username" value={email} readOnly hidden />;
}

function Accept() {
  return (
    <SubmitButton size="large" busyLabel="Accepting...">
      Accept the invitation
    </SubmitButton>
  );
}
