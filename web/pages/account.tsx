// /account: the family's people, calendar feed, contact details, credit history, password, data
// export and account deletion. A student changes a password and reads what is stored about them.
import { useQuery } from '@tanstack/react-query';

import type { ParentUser, StudentUser } from '../../domain/account.ts';
import { calendarAnchor, familyAnchor, paths } from '../../domain/paths.ts';
import type { Parent } from '../../domain/people.ts';
import { ContactForm } from '../account/contact-form.tsx';
import { DataDownload } from '../account/data-download.tsx';
import { DeleteAccount } from '../account/delete-account.tsx';
import { FamilyActions } from '../account/family-actions.tsx';
import { BouncedEmails } from '../account/bounced-emails.tsx';
import { PasswordForm } from '../account/password-form.tsx';
import { Reminders } from '../account/reminders.tsx';
import { Section } from '../account/section.tsx';
import { UnconfirmedEmail, whyNotYet } from '../account/unconfirmed-email.tsx';
import { CREDIT_HISTORY_ANCHOR } from '../account/family-figures.tsx';
import { describeFailure, startQuery } from '../api/transport/query-client.ts';
import { readSession } from '../api/transport/session.ts';
import { LOADING_PROFILE, profileQuery } from '../api/family.ts';
import { LOADING_FAMILY, familyQuery } from '../api/people.ts';
import { Subscription } from '../calendar/subscription.tsx';
import { PaymentList, PAYMENTS_ANCHOR } from '../credits/payment-list.tsx';
import { CreditHistory } from '../credits/credit-history.tsx';
import { FamilyPeople } from '../people/family-people.tsx';
import { StoredOfStudent } from '../people/stored-words.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

export function start(): void {
  startQuery(profileQuery);
  // A student does not see the people of the family.
  if (readSession('family')?.user.role === 'parent') startQuery(familyQuery);
}

export default function Account() {
  const profile = useQuery(profileQuery);
  const user = profile.data?.user;
  return (
    <PageFrame title={pages[paths.account].title} actions={<FamilyActions here={paths.account} />}>
      <PageHeader title="Your account" text={user?.Parent_Email ?? user?.name} />
      <Loaded
        query={profile}
        label="Loading your account"
        rowClassName="h-20 w-full"
        failure={LOADING_PROFILE.title}
        explain={(error) => describeFailure(error, LOADING_PROFILE).description}
      >
        {({ user: known }) =>
          known.role === 'student' ? <OfStudent user={known} /> : <OfParent user={known} />
        }
      </Loaded>
    </PageFrame>
  );
}

function OfParent({ user }: { readonly user: ParentUser }) {
  const family = useQuery(familyQuery);
  return (
    <>
      {!user.email_confirmed && (
        <div className="border-l-4 border-signal pl-4">
          <UnconfirmedEmail user={user} />
        </div>
      )}
      <BouncedEmails refused={family.data?.bounced_emails ?? []} ownEmail={user.Parent_Email} />
      <Section
        id={familyAnchor}
        title="Your family"
        text="One account and one balance of credits, for everybody who pays and everybody who learns."
      >
        <Loaded
          query={family}
          label="Loading your family"
          rows={3}
          rowClassName="h-20 w-full"
          failure={LOADING_FAMILY.title}
          explain={(error) => describeFailure(error, LOADING_FAMILY).description}
        >
          {(people) => (
            <FamilyPeople
              family={people}
              ownEmail={user.Parent_Email}
              whyNotInvite={whyNotYet(user)}
            />
          )}
        </Loaded>
      </Section>
      <CalendarSection
        disabledReason={whyNotYet(user)}
        text="The lessons you have booked, in the calendar on your phone or computer, always up to date."
      />
      <Section
        id={CREDIT_HISTORY_ANCHOR}
        title="Credit history"
        text="Each credit you bought, spent or got back, with your balance after it."
      >
        <CreditHistory />
      </Section>
      <Section
        id={PAYMENTS_ANCHOR}
        title="Payments"
        text="What you have paid by card, each with an invoice to print or keep."
      >
        <PaymentList />
      </Section>
      <Section
        id="details"
        title="Contact details"
        text="Where invitations, receipts and reminders are sent, and whose lessons these are."
      >
        <ContactForm key={user.Parent_Email} user={user} />
      </Section>
      <Section
        id="reminders"
        title="Reminders"
        text="Emails before each lesson, to the parents and to the student's own address."
      >
        <Reminders user={user} />
      </Section>
      <Section id="password" title="Password" text="Changing it signs out all your other devices.">
        <PasswordForm email={user.Parent_Email} />
      </Section>
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

interface CalendarSectionProps {
  readonly disabledReason: string | null;
  readonly text: string;
}

function CalendarSection({ disabledReason, text }: CalendarSectionProps) {
  return (
    <Section id={calendarAnchor} title="Calendar" text={text}>
      <Subscription audience="family" disabledReason={disabledReason} />
    </Section>
  );
}

/** Only the owner may delete the account; null for the owner. */
function whyNotDelete(parents: readonly Parent[], ownEmail: string): string | null {
  const holder = parents.find(({ is_owner }) => is_owner);
  if (holder === undefined || holder.email === ownEmail) return null;
  return `Only ${holder.name}, who holds the account, can delete it. You can leave the family above.`;
}

function OfStudent({ user }: { readonly user: StudentUser }) {
  return (
    <>
      <CalendarSection
        disabledReason={whyNotYet(user)}
        text="Your lessons, in the calendar on your phone or computer, always up to date."
      />
      <Section id="password" title="Password" text="Changing it signs out all your other devices.">
        <PasswordForm email={null} />
      </Section>
      <Section
        id="data"
        title="About you"
        text="Your parents can change it, take a copy of it, and take your sign-in away."
      >
        <StoredOfStudent mayBook={user.students.some(({ may_book }) => may_book)} />
      </Section>
    </>
  );
}
