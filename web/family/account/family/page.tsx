// /account/family: who pays and who learns, who can sign in, and a parent's contact details.
import { useQuery } from '@tanstack/react-query';

import { paths } from '../../../../domain/paths.ts';
import type { ParentUser } from '../../../../domain/people/account.ts';
import { profileQuery } from '../../../data/family.ts';
import { familyQuery, LOADING_FAMILY } from '../../../data/people.ts';
import { Section } from '../../../frames/section.tsx';
import { loadFailure } from '../../../transport/load-failure.ts';
import { startQuery } from '../../../transport/query-client.ts';
import { readSession } from '../../../transport/session.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { whyNotYet } from '../../unconfirmed-email.tsx';
import { BouncedEmails } from '../bounced-emails.tsx';
import { AccountFrame, UnconfirmedNotice, WithProfile } from '../frame.tsx';
import { DETAILS_ANCHOR } from '../places.ts';
import { ContactForm } from './contact-form.tsx';
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
