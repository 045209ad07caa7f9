// <AccountFrame>: the frame around each page of the account, and what the pages are called. From a
// tablet on, the other pages are beside it; on a phone a link leads back to the list of them.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { FamilyUser, ParentUser } from '../../../domain/people/account.ts';
import type { Family } from '../../../domain/people/family.ts';
import { LOADING_PROFILE, profileQuery } from '../../data/family.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import { place, type Place, PlaceColumns } from '../../frames/place-links.tsx';
import { type AppPath, pages } from '../../pages.ts';
import { loadFailure } from '../../transport/query-client.ts';
import { useSession } from '../../transport/session.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { UnconfirmedEmail } from '../unconfirmed-email.tsx';

export function AccountFrame({ here, children }: { here: AppPath; children: ReactNode }) {
  const places = placesOf(useSession('family')?.user.role);
  return (
    <PageFrame title={pages[here].title} actions={<FamilyActions here={paths.account} />}>
      <PlaceColumns places={places} here={here} index={paths.account}>
        {children}
      </PlaceColumns>
    </PageFrame>
  );
}

/** The signed-in person, once the profile is there. */
export function WithProfile({ children }: { children: (user: FamilyUser) => ReactNode }) {
  return (
    <Loaded
      query={useQuery(profileQuery)}
      noun="your account"
      rowClassName="h-20 w-full"
      {...loadFailure(LOADING_PROFILE)}
    >
      {({ user }) => children(user)}
    </Loaded>
  );
}

/** How to confirm the address, above what needs that. */
export function UnconfirmedNotice({ user }: { user: ParentUser }) {
  if (user.email_confirmed) return null;
  return (
    <div className="border-l-4 border-signal pl-4">
      <UnconfirmedEmail user={user} />
    </div>
  );
}

const ofParents = [
  place(paths.accountFamily, 'Who pays and who learns, who can sign in, and your contact details'),
  place(paths.accountPayments, 'What you have paid, and where each credit went'),
  place(paths.accountCalendar, 'Lessons in your own calendar, and emails before and after them'),
  place(paths.accountSignIn, 'Your email and password'),
  place(paths.accountData, 'Download everything, or delete the account'),
];

/** A student sees no money, and nothing of the family. */
const ofStudents = [
  place(paths.accountCalendar, 'Your lessons in your own calendar', 'Calendar'),
  place(paths.accountSignIn, 'Your password'),
  place(paths.accountData, 'What is stored, and who sees it', 'About you'),
];

/** The pages of the account: what each is called and holds, for parents and for students. */
export const placesOf = (role: FamilyUser['role'] | undefined): readonly Place[] =>
  role === 'student' ? ofStudents : ofParents;

/** The section with a parent's own details, on the page of the family. */
export const DETAILS_ANCHOR = 'details';

interface BouncedEmailsProps {
  bounced: Family['bounced_emails'];
  /** The address of the signed-in parent, the only one who can change it. */
  ownEmail: string;
}

/**
 * <BouncedEmails>: lists the family's addresses where our last email bounced, and how to change
 * them.
 */
export function BouncedEmails({ bounced, ownEmail }: BouncedEmailsProps) {
  if (bounced.length === 0) return null;
  return (
    <ul className="grid gap-2 border-l-4 border-caution pl-4">
      {bounced.map(({ email }) => (
        <li key={email} className="leading-snug">
          Our last email to <strong className="wrap-anywhere">{email}</strong> did not arrive. Is
          the address right?{' '}
          {email === ownEmail ? (
            <TextLink href={`${paths.accountFamily}#${DETAILS_ANCHOR}`}>
              Change it under Contact details
            </TextLink>
          ) : (
            <TextLink href={paths.accountFamily}>See whose it is</TextLink>
          )}
        </li>
      ))}
    </ul>
  );
}
