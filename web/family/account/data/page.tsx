// /account/data: everything stored as one file, and the end of the account. A student reads what is
// stored about them.
import { useQuery } from '@tanstack/react-query';

import { paths } from '../../../../domain/paths.ts';
import type { ParentUser, StudentUser } from '../../../../domain/people/account.ts';
import type { Parent } from '../../../../domain/people/family.ts';
import { profileQuery } from '../../../data/family.ts';
import { familyQuery } from '../../../data/people.ts';
import { Section } from '../../../frames/section.tsx';
import { StoredOfStudent } from '../../../parts/stored-words.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { readSession } from '../../../transport/session.ts';
import { AccountFrame, WithProfile } from '../frame.tsx';
import { DataDownload } from './data-download.tsx';
import { DeleteAccount } from './delete-account.tsx';

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

function OfStudent({ user }: { readonly user: StudentUser }) {
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

function OfParent({ user }: { readonly user: ParentUser }) {
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
function whyNotDelete(parents: readonly Parent[], ownEmail: string): string | null {
  const owner = parents.find(({ is_owner }) => is_owner);
  if (owner === undefined || owner.email === ownEmail) return null;
  return `Only ${owner.name}, who holds the account, can delete it. You can leave the family on the page Family.`;
}
