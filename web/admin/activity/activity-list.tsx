// <ActivityList>: the activities by day, filtered by area, with repeated actions as one line.
import { useState } from 'react';

import type { Activity, ActivityKind } from '../../../domain/activity.ts';
import { groupBy } from '../../../domain/group-by.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { Card } from '../../ui/card.tsx';
import { ChipCount, chipClass } from '../../ui/forms/segments.tsx';

interface ActivityListProps {
  /** Sorted newest first. */
  activities: readonly Activity[];
}

export function ActivityList({ activities }: ActivityListProps) {
  const inArea = (area: Area) => activities.filter(({ kind }) => kinds[kind].area === area);
  const present = areas.filter((area) => inArea(area).length > 0);
  const [chosen, setChosen] = useState<Area>();
  // Other dates may have nothing of what was chosen.
  const area = present.find((one) => one === chosen);
  const visible = area === undefined ? activities : inArea(area);
  const days = groupBy(visible, ({ created_at }) => ukDate(Date.parse(created_at)));
  return (
    <div className="contents">
      {present.length > 1 && (
        <fieldset className="lg:col-start-2 lg:row-start-1">
          <legend className="mb-1.5 font-bold">Show</legend>
          <div className="flex flex-wrap gap-2 lg:*:min-h-12">
            {[undefined, ...present].map((one) => (
              <button
                key={one ?? 'All'}
                type="button"
                aria-pressed={one === area}
                className={chipClass}
                onClick={() => setChosen(one)}
              >
                {one ?? 'All'}{' '}
                <ChipCount>{one === undefined ? activities.length : inArea(one).length}</ChipCount>
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {[...days].map(([date, ofDay]) => (
        <section key={date} className="grid gap-2 lg:col-span-full">
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
      <span className="font-bold wrap-anywhere">{kinds[kind].label}</span>
      <span className="wrap-anywhere max-sm:col-start-2 max-[20rem]:col-start-1">{subject}</span>
      <span className="text-pencil wrap-anywhere max-sm:col-start-2 max-[20rem]:col-start-1 sm:text-right">
        {admin}
      </span>
    </div>
  );
}

/** One line that opens. */
function Group({ group }: { group: ActivityGroup }) {
  const [{ admin, created_at }] = group;
  return (
    <details className="group">
      <summary
        className={`${rowClass} min-h-11 cursor-pointer list-none hover:bg-wash sm:grid-cols-[3.5rem_minmax(0,1fr)_10rem] [&::-webkit-details-marker]:hidden`}
      >
        <time dateTime={created_at} className="figures text-pencil">
          {ukTime(Date.parse(created_at))}
        </time>
        <span className="figures flex items-center gap-2 font-bold">
          {groupWords(group)}
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
        <span className="text-pencil wrap-anywhere max-sm:col-start-2 max-[20rem]:col-start-1 sm:text-right">
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

interface KindWords {
  readonly area: Area;
  /** One of them. */
  readonly label: string;
  /** After a number; left out where the label and 'times' say it. */
  readonly several?: string;
}

const kinds: Readonly<Record<ActivityKind, KindWords>> = {
  lesson_created: { area: 'Lessons', label: 'Lesson created', several: 'lessons planned' },
  lesson_updated: { area: 'Lessons', label: 'Lesson updated', several: 'lessons updated' },
  lesson_deleted: { area: 'Lessons', label: 'Lesson deleted', several: 'lessons deleted' },
  booking_added: { area: 'Bookings', label: 'Student booked' },
  booking_moved: { area: 'Bookings', label: 'Booking moved' },
  booking_cancelled: { area: 'Bookings', label: 'Booking cancelled' },
  attendance: { area: 'Bookings', label: 'Attendance', several: 'attendance marks' },
  letter_changed: { area: 'Emails', label: 'Letter', several: 'letters' },
  credits_adjusted: {
    area: 'Credits',
    label: 'Credits adjusted',
    several: 'adjustments of credits',
  },
  receipt_sent: { area: 'Credits', label: 'Receipt resent', several: 'receipts resent' },
  payment_mended: { area: 'Credits', label: 'Payment mended' },
  payment_refunded: { area: 'Credits', label: 'Paid back' },
  enquiry_updated: { area: 'Enquiries', label: 'Enquiry updated', several: 'enquiries updated' },
  enquiry_deleted: { area: 'Enquiries', label: 'Enquiry deleted', several: 'enquiries deleted' },
  enquiry_restored: { area: 'Enquiries', label: 'Enquiry restored', several: 'enquiries restored' },
  enquiry_invited: { area: 'Enquiries', label: 'Invitation sent', several: 'invitations sent' },
  invitation_withdrawn: {
    area: 'Enquiries',
    label: 'Invitation withdrawn',
    several: 'invitations withdrawn',
  },
  enquiries_exported: { area: 'Enquiries', label: 'Enquiries exported' },
  families_imported: { area: 'Students', label: 'Families imported', several: 'imports' },
  import_undone: { area: 'Students', label: 'Import undone', several: 'undone imports' },
  email_sent_again: { area: 'Emails', label: 'Email sent again', several: 'emails sent again' },
  email_dismissed: { area: 'Emails', label: 'Email dismissed', several: 'emails dismissed' },
  signed_in: { area: 'Sign-ins', label: 'Signed in', several: 'sign-ins' },
  password_changed: { area: 'Settings', label: 'Password changed' },
  two_factor_on: { area: 'Settings', label: 'Two-factor on' },
  two_factor_off: { area: 'Settings', label: 'Two-factor off' },
  admin_added: { area: 'Settings', label: 'Admin added' },
  admin_blocked: { area: 'Settings', label: 'Admin blocked' },
  settings_changed: { area: 'Settings', label: 'Settings changed', several: 'changes of settings' },
  site_published: { area: 'Settings', label: 'Site published' },
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

/** '24 lessons planned', or 'Password changed, 2 times'. */
export function groupWords(group: ActivityGroup): string {
  const { label, several } = kinds[group[0].kind];
  return several === undefined ? `${label}, ${group.length} times` : `${group.length} ${several}`;
}
