// /account/calendar: the calendar feed of the person signed in, and which emails a family gets
// before and after its lessons.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { reminderTimes } from '../../../../domain/lessons/reminders.ts';
import { paths } from '../../../../domain/paths.ts';
import {
  REMINDER_HOURS,
  type ReminderHours,
  type ParentUser,
} from '../../../../domain/people/account.ts';
import { calendarQuery } from '../../../data/calendar.ts';
import { profileQuery, updating, patchUser } from '../../../data/family.ts';
import { Section } from '../../../frames/section.tsx';
import { Subscription } from '../../../parts/calendar-subscription.tsx';
import { call } from '../../../transport/client.ts';
import { startQuery, reportSuccess } from '../../../transport/query-client.ts';
import { Switch } from '../../../ui/forms/switch.tsx';
import { whyNotYet } from '../../unconfirmed-email.tsx';
import { AccountFrame, UnconfirmedNotice, WithProfile } from '../frame.tsx';

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
            {user.role === 'parent' && (
              <Section id="letters" title="After a lesson">
                <Letters user={user} />
              </Section>
            )}
          </>
        )}
      </WithProfile>
    </AccountFrame>
  );
}

const words: Readonly<Record<ReminderHours, { readonly label: string; readonly hint: string }>> = {
  24: { label: 'The day before', hint: '24 hours before each lesson, with the notes for it.' },
  2: { label: 'Two hours before', hint: 'Puts the link into the lesson at the top of your inbox.' },
};

/** <Reminders>: how long before a lesson a family is reminded by email. */
function Reminders({ user }: { user: Pick<ParentUser, 'reminder_hours'> }) {
  const choose = useChooseReminders();
  const chosen = choose.isPending ? choose.variables.reminder_hours : user.reminder_hours;
  return (
    <div className="grid gap-4">
      {REMINDER_HOURS.map((hours) => (
        <Switch
          key={hours}
          {...words[hours]}
          checked={chosen.includes(hours)}
          onChange={(checked) =>
            choose.mutate({
              reminder_hours: REMINDER_HOURS.filter((one) =>
                one === hours ? checked : chosen.includes(one),
              ),
              reminder_hours_before: chosen,
            })
          }
        />
      ))}
    </div>
  );
}

/** `mutate({reminder_hours, reminder_hours_before})`: changes those in which the two differ. */
function useChooseReminders() {
  const client = useQueryClient();
  return useMutation({
    meta: updating,
    // Of two calls about the same reminder, the second one must arrive last.
    scope: { id: 'reminders' },
    mutationFn: (body: Record<'reminder_hours' | 'reminder_hours_before', ReminderHours[]>) =>
      call(endpoints.updateProfile, { body }),
    onSuccess: ({ user }) => {
      patchUser(client, user);
      reportSuccess(
        'Reminders saved',
        user.reminder_hours.length === 0
          ? 'You are not reminded of lessons any more.'
          : `Everybody who attends or pays is reminded ${reminderTimes(user.reminder_hours)}.`,
      );
    },
  });
}

/** <Letters>: whether a family gets a letter after each lesson. */
function Letters({ user }: { user: Pick<ParentUser, 'letters'> }) {
  const client = useQueryClient();
  const choose = useMutation({
    meta: updating,
    scope: { id: 'letters' },
    mutationFn: (letters: boolean) => call(endpoints.updateProfile, { body: { letters } }),
    onSuccess: (answer) => {
      patchUser(client, answer.user);
      reportSuccess(
        'Letters saved',
        answer.user.letters
          ? 'You get a letter after each lesson.'
          : 'You get no letters after lessons any more.',
      );
    },
  });
  return (
    <Switch
      label="A letter about the lesson"
      hint="An email an hour after each lesson: what it was about, what to look at again and what comes next."
      checked={choose.isPending ? choose.variables : user.letters}
      onChange={(checked) => choose.mutate(checked)}
    />
  );
}
