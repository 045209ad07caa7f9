// /account/family: who pays and who learns, who can sign in, and a parent's contact details.
import { useQuery } from '@tanstack/react-query';

import type { ParentUser } from '../../../domain/families/account.ts';
import { paths } from '../../../domain/paths.ts';
import { BouncedEmails } from '../../account/bounced-emails.tsx';
import { ContactForm } from '../../account/contact-form.tsx';
import { DETAILS_ANCHOR } from '../../account/places.ts';
import { whyNotYet } from '../../account/unconfirmed-email.tsx';
import { profileQuery } from '../../api/families/family.ts';
import { familyQuery, LOADING_FAMILY } from '../../api/families/people.ts';
import { loadFailure } from '../../api/transport/load-failure.ts';
import { startQuery } from '../../api/transport/query-client.ts';
import { readSession } from '../../api/transport/session.ts';
import { AccountFrame, UnconfirmedNotice, WithProfile } from '../../frames/account-frame.tsx';
import { Section } from '../../frames/section.tsx';
import { FamilyPeople } from '../../people/family-people.tsx';
import { Loaded } from '../../ui/loaded.tsx';

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

function OfParent({ user }: { readonly user: ParentUser }) {
  const family = useQuery(familyQuery);
  return (
    <>
      <UnconfirmedNotice user={user} />
      <BouncedEmails bounced={family.data?.bounced_emails ?? []} ownEmail={user.Parent_Email} />
      <Loaded
        query={family}
        label="Loading your family"
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
