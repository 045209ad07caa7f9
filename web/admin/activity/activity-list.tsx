// <ActivityList>: the activities, grouped by day.
import type { Activity, ActivityKind } from '../../../domain/activity.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { Card } from '../../ui/card.tsx';

const labels: Readonly<Record<ActivityKind, string>> = {
  signed_in: 'Signed in',
  password_changed: 'Password changed',
  two_factor_on: 'Two-factor on',
  two_factor_off: 'Two-factor off',
  lesson_created: 'Lesson created',
  lesson_updated: 'Lesson updated',
  lesson_deleted: 'Lesson deleted',
  booking_added: 'Student booked',
  booking_moved: 'Booking moved',
  booking_cancelled: 'Booking cancelled',
  attendance: 'Attendance',
  credits_adjusted: 'Credits adjusted',
  receipt_sent: 'Receipt resent',
  email_sent_again: 'Email sent again',
  email_dismissed: 'Email dismissed',
  enquiry_updated: 'Enquiry updated',
  enquiry_deleted: 'Enquiry deleted',
  enquiry_invited: 'Invitation sent',
  invitation_withdrawn: 'Invitation withdrawn',
  settings_changed: 'Settings changed',
  enquiries_exported: 'Enquiries exported',
};

/** `activities` must be sorted newest first. */
export function ActivityList({ activities }: { readonly activities: readonly Activity[] }) {
  const days = Map.groupBy(activities, ({ created_at }) => ukDate(Date.parse(created_at)));
  return (
    <div className="grid gap-6">
      {[...days].map(([date, ofDay]) => (
        <section key={date} className="grid gap-2">
          <h2 className="text-heading">{formatDate(date, 'long')}</h2>
          <Card className="">
            <ol>
              {ofDay.map(({ id, kind, admin, subject, created_at }) => (
                <li
                  key={id}
                  className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line px-4 py-2.5 last:border-b-0 sm:grid-cols-[3.5rem_11rem_minmax(0,1fr)_10rem] sm:px-6"
                >
                  <time dateTime={created_at} className="figures text-pencil">
                    {ukTime(Date.parse(created_at))}
                  </time>
                  <span className="font-bold">{labels[kind]}</span>
                  <span className="[overflow-wrap:anywhere] max-sm:col-start-2">{subject}</span>
                  <span className="text-pencil [overflow-wrap:anywhere] max-sm:col-start-2">
                    {admin}
                  </span>
                </li>
              ))}
            </ol>
          </Card>
        </section>
      ))}
    </div>
  );
}
