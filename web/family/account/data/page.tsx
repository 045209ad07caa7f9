// /account/data: everything stored as one file, and the end of the account. A student reads what is
// stored about them.
import { useQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { confirmedByPasswordSchema } from '../../../../domain/auth/passwords.ts';
import * as endpoints from '../../../../domain/endpoints.ts';
import { paths } from '../../../../domain/paths.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import type { ParentUser, StudentUser } from '../../../../domain/people/account.ts';
import type { Parent } from '../../../../domain/people/family.ts';
import { ukDate } from '../../../../domain/time.ts';
import { profileQuery, familyQuery } from '../../../data/family.ts';
import { endFamilySession } from '../../../data/sign-out.ts';
import { Section } from '../../../frames/section.tsx';
import { StoredOfStudent } from '../../../parts/stored-words.tsx';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { startQuery, reportSuccess } from '../../../transport/query-client.ts';
import { readSession } from '../../../transport/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { AccountFrame, WithProfile } from '../frame.tsx';

export function start(): void {
  startQuery(profileQuery);
  // A student does not see the people of the family.
  if (readSession('family')?.user.role === 'parent') startQuery(familyQuery);
}

export default function AccountData() {
  return (
    <AccountFrame here={paths.accountData}>
      <WithProfile>
        {(user) => (user.role === 'student' ? <OfStudent user={user} /> : <OfParent user={user} />)}
      </WithProfile>
    </AccountFrame>
  );
}

function OfStudent({ user }: { user: StudentUser }) {
  return (
    <Section
      id="data"
      title="What is stored"
      text="Your parents can change it, take a copy of it, and take your sign-in away."
    >
      <StoredOfStudent mayBook={user.students.some(({ may_book }) => may_book)} />
    </Section>
  );
}

function OfParent({ user }: { user: ParentUser }) {
  const family = useQuery(familyQuery);
  return (
    <>
      <Section
        id="data"
        title="Your data"
        text="Everything stored about you, in one file that other programs can read."
      >
        <DataDownload />
      </Section>
      <Section
        id="leave"
        title="Delete account"
        text="Erases your details and cancels your bookings. Payments stay on record, as the law requires, without your name."
      >
        <DeleteAccount
          credits={user.Credits}
          disabledReason={whyNotDelete(family.data?.parents ?? [], user.Parent_Email)}
        />
      </Section>
    </>
  );
}

/** Only the owner may delete the account; null for the owner. */
function whyNotDelete(parents: Parent[], ownEmail: string): string | null {
  const owner = parents.find(({ is_owner }) => is_owner);
  if (owner === undefined || owner.email === ownEmail) return null;
  return `Only ${owner.name}, who holds the account, can delete it. You can leave the family on the page Family.`;
}

/** <DataDownload>: everything stored about the family, as a JSON file. */
function DataDownload() {
  const data = useMutation({
    meta: {
      operation: { title: 'Download failed', text: 'Unable to load your data. Please try again.' },
    },
    mutationFn: async () => (await call(endpoints.exportData)).data,
  });
  const download = async () => {
    const text = JSON.stringify(await data.mutateAsync(), null, 2);
    saveFile(`my-data-${ukDate(Date.now())}.json`, text, 'application/json');
  };
  return (
    <Button
      variant="secondary"
      busy={data.isPending}
      busyLabel="Collecting..."
      onClick={() => void download()}
    >
      Download my data
    </Button>
  );
}

interface DeleteAccountProps {
  /** The credits that would be lost. */
  credits: number;
  /** Why the signed-in person may not delete the account; null if they may. */
  disabledReason: string | null;
}

/** <DeleteAccount>: deletes the account after a confirmation and the password. */
function DeleteAccount({ credits, disabledReason }: DeleteAccountProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="destructive" disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Delete account
      </Button>
      <Dialog
        alert
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete this account?"
        description="This cannot be undone. Bookings ahead are cancelled, your names, email and phone number are erased wherever they stand, with any enquiry made with this email and phone number, and nobody can sign in to this account any more."
      >
        <DeletionForm credits={credits} onKeep={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function DeletionForm({ credits, onKeep }: { credits: number; onKeep: () => void }) {
  const deletion = useDeleteAccount();
  const form = useAppForm({
    schema: confirmedByPasswordSchema,
    defaultValues: { current_password: '' },
    onSubmit: (values) => deletion.mutateAsync(values),
  });
  return (
    <Form form={form} label="Delete account">
      {credits > 0 && (
        <p className="border-l-4 border-negative pl-4 font-bold">
          You still have {creditCount(credits)}, which would be lost.
        </p>
      )}
      <PasswordField form={form} name="current_password" label="Current password" />
      <DialogFoot>
        <Button variant="secondary" onClick={onKeep}>
          Keep account
        </Button>
        <SubmitButton variant="destructive" busyLabel="Deleting...">
          Delete for good
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

/** `mutateAsync({current_password})` deletes the account and thereby ends the session. */
export function useDeleteAccount() {
  return useMutation({
    meta: failing('Deletion failed', 'Unable to delete your account. Please try again.'),
    // A retry after a lost response would find nobody signed in.
    retry: false,
    mutationFn: (form: { current_password: string }) =>
      call(endpoints.deleteAccount, { body: form }),
    onSuccess: () => {
      endFamilySession();
      reportSuccess(
        'Account deleted',
        'Your bookings ahead were cancelled and your details erased.',
      );
    },
  });
}
