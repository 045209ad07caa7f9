// /account/calendar: the calendar feed of the person signed in, and a family's reminders.
import { paths } from '../../../domain/paths.ts';
import { Reminders } from '../../account/reminders.tsx';
import { whyNotYet } from '../../account/unconfirmed-email.tsx';
import { calendarQuery } from '../../api/calendar.ts';
import { profileQuery } from '../../api/families/family.ts';
import { startQuery } from '../../api/transport/query-client.ts';
import { Subscription } from '../../calendar/subscription.tsx';
import { AccountFrame, UnconfirmedNotice, WithProfile } from '../../frames/account-frame.tsx';
import { Section } from '../../frames/section.tsx';

export function start(): void {
  startQuery(profileQuery);
  startQuery(calendarQuery('family'));
}

export default function AccountCalendar() {
  return (
    <AccountFrame here={paths.accountCalendar}>
      <WithProfile>
        {(user) => (
          <>
            {user.role === 'parent' && <UnconfirmedNotice user={user} />}
            <Section
              id="calendar"
              title="Calendar"
              text={
                user.role === 'parent'
                  ? 'The lessons you have booked, in the calendar on your phone or computer, always up to date.'
                  : 'Your lessons, in the calendar on your phone or computer, always up to date.'
              }
            >
              <Subscription audience="family" disabledReason={whyNotYet(user)} />
            </Section>
            {user.role === 'parent' && (
              <Section
                id="reminders"
                title="Reminders"
                text="Emails before each lesson, to the parents and to the student's own address."
              >
                <Reminders user={user} />
              </Section>
            )}
          </>
        )}
      </WithProfile>
    </AccountFrame>
  );
}
