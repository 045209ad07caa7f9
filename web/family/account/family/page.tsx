// /account/family: who pays and who learns, who can sign in, and a parent's contact details.
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';

import { EMAIL_LINK_HOURS } from '../../../../domain/auth/passwords.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { paths } from '../../../../domain/paths.ts';
import type { ParentUser } from '../../../../domain/people/account.ts';
import { profileChangesSchema, type ProfileChanges } from '../../../../domain/people/sign-up.ts';
import {
  profileQuery,
  updating,
  patchUser,
  PEOPLE,
  familyQuery,
  LOADING_FAMILY,
} from '../../../data/family.ts';
import { Section } from '../../../frames/section.tsx';
import { call } from '../../../transport/client.ts';
import {
  loadFailure,
  startQuery,
  loadAgain,
  reportSuccess,
} from '../../../transport/query-client.ts';
import { readSession } from '../../../transport/session.ts';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { whyNotYet } from '../../unconfirmed-email.tsx';
import {
  BouncedEmails,
  AccountFrame,
  UnconfirmedNotice,
  WithProfile,
  DETAILS_ANCHOR,
} from '../frame.tsx';
import { FamilyPeople } from './family-people.tsx';

export function start(): void {
  // A student is redirected.
  if (readSession('family')?.user.role !== 'parent') return;
  startQuery(profileQuery);
  startQuery(familyQuery);
}

export default function AccountFamily() {
  return (
    <AccountFrame here={paths.accountFamily}>
      {/* The guard admits no student. */}
      <WithProfile>{(user) => user.role === 'parent' && <OfParent user={user} />}</WithProfile>
    </AccountFrame>
  );
}

function OfParent({ user }: { user: ParentUser }) {
  const family = useQuery(familyQuery);
  return (
    <>
      <UnconfirmedNotice user={user} />
      <BouncedEmails bounced={family.data?.bounced_emails ?? []} ownEmail={user.Parent_Email} />
      <Loaded
        query={family}
        noun="your family"
        rows={3}
        rowClassName="h-20 w-full"
        {...loadFailure(LOADING_FAMILY)}
      >
        {(people) => (
          <FamilyPeople
            family={people}
            ownEmail={user.Parent_Email}
            whyNotInvite={whyNotYet(user)}
          />
        )}
      </Loaded>
      <Section
        id={DETAILS_ANCHOR}
        title="Contact details"
        text="Where we send invitations, receipts and reminders."
      >
        <ContactForm key={user.Parent_Email} user={user} />
      </Section>
    </>
  );
}

/**
 * <ContactForm>: a parent changes names, phone and email. A new email address requires the password
 * and is confirmed by a link.
 */
function ContactForm({ user }: { user: ParentUser }) {
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
    onSubmit: async (values, { Parent_Email: _, current_password: _password, ...changes }) => {
      const { Parent_Email, current_password } = values;
      // An address that is asked for once more gets another link.
      const address = Parent_Email === parentEmail ? {} : { Parent_Email, current_password };
      const { user: saved } = await update.mutateAsync({ ...changes, ...address });
      // The old address stays in use until the confirmation link is followed.
      if (Parent_Email === saved.pending_email) form.setValue('Parent_Email', saved.Parent_Email);
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
  Parent_Email: string;
  pending_email: string;
}

function PendingEmail({ Parent_Email: parentEmail, pending_email }: PendingEmailProps) {
  return (
    <p className="border-l-4 border-signal pl-4">
      We have sent a link to <strong className="break-words">{pending_email}</strong>. Follow it
      within {EMAIL_LINK_HOURS} hours to change your email; until then it stays {parentEmail}.
    </p>
  );
}

/**
 * `mutateAsync(changes)`. A new email address needs `current_password` and takes effect once it is
 * confirmed.
 */
function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    meta: updating,
    mutationFn: (changes: ProfileChanges) => call(endpoints.updateProfile, { body: changes }),
    onSuccess: ({ user }, { Parent_Email: parentEmail }) => {
      patchUser(client, user);
      void loadAgain(client, [PEOPLE]);
      const isAsked = parentEmail !== undefined && parentEmail === user.pending_email;
      reportSuccess(
        'Details saved',
        isAsked
          ? `To change your email, follow the link that we have sent to ${parentEmail}.`
          : 'Your contact details are up to date.',
      );
    },
  });
}
