// /account/calendar: the calendar feed of the person signed in, and a family's reminders.
import { paths } from '../../../../domain/paths.ts';
import { calendarQuery } from '../../../data/calendar.ts';
import { profileQuery } from '../../../data/family.ts';
import { Section } from '../../../frames/section.tsx';
import { Subscription } from '../../../parts/calendar-subscription.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { whyNotYet } from '../../unconfirmed-email.tsx';
import { AccountFrame, UnconfirmedNotice, WithProfile } from '../frame.tsx';
import { Reminders } from './reminders.tsx';

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
