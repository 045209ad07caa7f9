// <ContactForm>: a parent changes names, phone and email. A new email address requires the password
// and is confirmed by a link.
import { EMAIL_LINK_HOURS } from '../../../../domain/limits.ts';
import type { ParentUser } from '../../../../domain/people/account.ts';
import { profileChangesSchema } from '../../../../domain/people/sign-up.ts';
import { useUpdateProfile } from '../../../data/family.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';

export function ContactForm({ user }: { readonly user: ParentUser }) {
  const update = useUpdateProfile();
  const {
    Parent_Name: parentName,
    Parent_Email: parentEmail,
    Parent_Phone_Number: parentPhoneNumber,
    pending_email,
  } = user;
  const form = useAppForm({
    schema: profileChangesSchema,
    defaultValues: {
      Parent_Name: parentName,
      Parent_Email: parentEmail,
      Parent_Phone_Number: parentPhoneNumber,
    },
    onSubmit: async (changes) => {
      const { user: saved } = await update.mutateAsync(changes);
      // The old address stays in use until the confirmation link is followed.
      if (changes.Parent_Email === saved.pending_email)
        form.setValue('Parent_Email', saved.Parent_Email);
    },
  });
  const needsPassword = form.watch('Parent_Email')?.trim().toLowerCase() !== user.Parent_Email;
  return (
    <Form form={form} label="Contact details">
      <TextField
        form={form}
        name="Parent_Name"
        label="Parent's name"
        autoComplete="name"
        autoCapitalize="words"
      />
      <TextField
        form={form}
        name="Parent_Email"
        label="Parent's email"
        type="email"
        autoComplete="email"
      />
      {pending_email !== null && (
        <PendingEmail Parent_Email={parentEmail} pending_email={pending_email} />
      )}
      {needsPassword && (
        <PasswordField
          form={form}
          name="current_password"
          label="Current password"
          hint="You sign in with your email, so a new one needs your password."
          autoComplete="current-password"
        />
      )}
      <TextField
        form={form}
        name="Parent_Phone_Number"
        label="Parent's phone number"
        type="tel"
        autoComplete="tel"
      />
      <div>
        <SubmitButton busyLabel="Saving...">Save details</SubmitButton>
      </div>
    </Form>
  );
}

interface PendingEmailProps {
  readonly Parent_Email: string;
  readonly pending_email: string;
}

function PendingEmail({ Parent_Email: parentEmail, pending_email }: PendingEmailProps) {
  return (
    <p className="border-l-4 border-signal pl-4">
      We have sent a link to <strong className="break-words">{pending_email}</strong>. Follow it
      within {EMAIL_LINK_HOURS} hours to change your email; until then it stays {parentEmail}.
    </p>
  );
}
