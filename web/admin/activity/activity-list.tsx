// <ActivityList>: the activities by day, filtered by area, with repeated actions as one line.
import { useState } from 'react';

import type { Activity, ActivityKind } from '../../../domain/activity.ts';
import { groupBy } from '../../../domain/group-by.ts';
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
  enquiry_restored: 'Enquiry restored',
  enquiry_invited: 'Invitation sent',
  invitation_withdrawn: 'Invitation withdrawn',
  payment_mended: 'Payment mended',
  payment_refunded: 'Payment refunded',
  settings_changed: 'Settings changed',
  site_published: 'Site published',
  enquiries_exported: 'Enquiries exported',
  families_imported: 'Families imported',
  import_undone: 'Import undone',
};

interface ActivityListProps {
  /** Sorted newest first. */
  activities: readonly Activity[];
}

export function ActivityList({ activities }: ActivityListProps) {
  const present = areas.filter((area) => activities.some(({ kind }) => areaOf[kind] === area));
  // Signing in says the least, and happens the most.
  const [hidden, setHidden] = useState<ReadonlySet<Area>>(
    new Set(present.length > 1 ? ['Sign-ins'] : []),
  );
  const visible = activities.filter(({ kind }) => !hidden.has(areaOf[kind]));
  const days = groupBy(visible, ({ created_at }) => ukDate(Date.parse(created_at)));
  const toggle = (area: Area) => {
    const others = [...hidden].filter((one) => one !== area);
    setHidden(new Set(hidden.has(area) ? others : [...others, area]));
  };
  return (
    <div className="grid gap-6">
      {present.length > 1 && (
        <fieldset>
          <legend className="mb-1.5 font-bold">Show</legend>
          <div className="flex flex-wrap gap-2">
            {present.map((area) => (
              <button
                key={area}
                type="button"
                aria-pressed={!hidden.has(area)}
                className="figures min-h-11 cursor-pointer rounded-md border border-rule bg-sheet px-3.5 leading-tight font-bold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
                onClick={() => toggle(area)}
              >
                {area} {activities.filter(({ kind }) => areaOf[kind] === area).length}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {visible.length === 0 && <p className="text-pencil">Nothing is chosen.</p>}
      {[...days].map(([date, ofDay]) => (
        <section key={date} className="grid gap-2">
          <h2 className="text-heading">{formatDate(date, 'long')}</h2>
          <Card>
            <ol>
              {groupActivities(ofDay).map((group) => (
                <li key={group[0].id} className="border-b border-line last:border-b-0">
                  {group.length === 1 ? <Line activity={group[0]} /> : <Group group={group} />}
                </li>
              ))}
            </ol>
          </Card>
        </section>
      ))}
    </div>
  );
}

/** With a large text on a phone, the time is above the words. */
const rowClass =
  'grid grid-cols-[3.5rem_minmax(0,1fr)] max-[20rem]:grid-cols-1 items-baseline gap-x-4 px-4 py-2.5 leading-snug sm:px-6';

function Line({ activity }: { activity: Activity }) {
  const { kind, admin, subject, created_at } = activity;
  return (
    <div className={`${rowClass} sm:grid-cols-[3.5rem_11rem_minmax(0,1fr)_10rem]`}>
      <time dateTime={created_at} className="figures text-pencil">
        {ukTime(Date.parse(created_at))}
      </time>
      <span className="font-bold wrap-anywhere">{labels[kind]}</span>
      <span className="wrap-anywhere max-sm:col-start-2 max-[20rem]:col-start-1">{subject}</span>
      <span className="text-pencil wrap-anywhere max-sm:col-start-2 max-[20rem]:col-start-1">
        {admin}
      </span>
    </div>
  );
}

/** One line that opens. */
function Group({ group }: { group: ActivityGroup }) {
  const [{ kind, admin, created_at }] = group;
  return (
    <details className="group">
      <summary
        className={`${rowClass} min-h-11 cursor-pointer list-none hover:bg-wash sm:grid-cols-[3.5rem_minmax(0,1fr)_10rem] [&::-webkit-details-marker]:hidden`}
      >
        <time dateTime={created_at} className="figures text-pencil">
          {ukTime(Date.parse(created_at))}
        </time>
        <span className="figures flex items-center gap-2 font-bold">
          {groupWords(group, labels[kind])}
          <svg
            viewBox="0 0 16 16"
            aria-hidden="true"
            className="size-3.5 shrink-0 transition-transform group-open:rotate-180"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
          >
            <path d="m2 5 6 6 6-6" />
          </svg>
        </span>
        <span className="text-pencil wrap-anywhere max-sm:col-start-2 max-[20rem]:col-start-1">
          {admin}
        </span>
      </summary>
      <ol className="border-t border-line bg-paper">
        {group.map((activity) => (
          <li key={activity.id}>
            <Line activity={activity} />
          </li>
        ))}
      </ol>
    </details>
  );
}

/** In the order of the filter. */
const areas = [
  'Lessons',
  'Bookings',
  'Credits',
  'Enquiries',
  'Students',
  'Emails',
  'Sign-ins',
  'Settings',
] as const;
type Area = (typeof areas)[number];

const areaOf: Readonly<Record<ActivityKind, Area>> = {
  lesson_created: 'Lessons',
  lesson_updated: 'Lessons',
  lesson_deleted: 'Lessons',
  booking_added: 'Bookings',
  booking_moved: 'Bookings',
  booking_cancelled: 'Bookings',
  attendance: 'Bookings',
  credits_adjusted: 'Credits',
  receipt_sent: 'Credits',
  payment_mended: 'Credits',
  payment_refunded: 'Credits',
  enquiry_updated: 'Enquiries',
  enquiry_deleted: 'Enquiries',
  enquiry_restored: 'Enquiries',
  enquiry_invited: 'Enquiries',
  invitation_withdrawn: 'Enquiries',
  enquiries_exported: 'Enquiries',
  families_imported: 'Students',
  import_undone: 'Students',
  email_sent_again: 'Emails',
  email_dismissed: 'Emails',
  signed_in: 'Sign-ins',
  password_changed: 'Settings',
  two_factor_on: 'Settings',
  two_factor_off: 'Settings',
  settings_changed: 'Settings',
  site_published: 'Settings',
};

/** One action of one admin, several times in a row. Never empty. */
type ActivityGroup = readonly [Activity, ...Activity[]];

/** This many or more in a row are shown as one line. */
const MIN_IN_GROUP = 3;

/** Groups activities of one day, in their order. */
export function groupActivities(activities: Activity[]): ActivityGroup[] {
  const groups: [Activity, ...Activity[]][] = [];
  for (const activity of activities) {
    const last = groups.at(-1);
    if (last?.[0].kind === activity.kind && last[0].admin === activity.admin) last.push(activity);
    else groups.push([activity]);
  }
  return groups.flatMap((group): ActivityGroup[] =>
    group.length < MIN_IN_GROUP ? group.map((one) => [one]) : [group],
  );
}

const several: Partial<Readonly<Record<ActivityKind, string>>> = {
  signed_in: 'sign-ins',
  lesson_created: 'lessons planned',
  lesson_updated: 'lessons updated',
  lesson_deleted: 'lessons deleted',
  attendance: 'attendance marks',
  credits_adjusted: 'adjustments of credits',
  receipt_sent: 'receipts resent',
  email_sent_again: 'emails sent again',
  email_dismissed: 'emails dismissed',
  enquiry_updated: 'enquiries updated',
  enquiry_deleted: 'enquiries deleted',
  enquiry_restored: 'enquiries restored',
  enquiry_invited: 'invitations sent',
  invitation_withdrawn: 'invitations withdrawn',
  settings_changed: 'changes of settings',
  families_imported: 'imports',
  import_undone: 'undone imports',
};

/** '24 lessons planned', or 'Password changed, 2 times' from the `label` of one. */
export function groupWords(group: ActivityGroup, label: string): string {
  const [{ kind }] = group;
  const words = several[kind];
  return words === undefined ? `${label}, ${group.length} times` : `${group.length} ${words}`;
}
