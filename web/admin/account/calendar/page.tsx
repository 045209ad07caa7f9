// /admin-account/calendar: the tutor's calendar feed.
import { paths } from '../../../../domain/paths.ts';
import { calendarQuery } from '../../../data/calendar.ts';
import { Subscription } from '../../../parts/calendar-subscription.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { AdminAccountFrame } from '../frame.tsx';

export function start(): void {
  startQuery(calendarQuery('admin'));
}

export default function AdminAccountCalendar() {
  return (
    <AdminAccountFrame here={paths.adminAccountCalendar}>
      <p className="leading-snug">
        All lessons, with how many have booked, in the calendar on your phone or computer, always up
        to date.
      </p>
      <section aria-label="Calendar">
        <Subscription audience="admin" />
      </section>
    </AdminAccountFrame>
  );
}
