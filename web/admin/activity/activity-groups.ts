// The activity log in the areas that the tutor filters by, and with repeated actions as one line.
import type { Activity, ActivityKind } from '../../../domain/tutor/activity.ts';

/** In the order of the filter; the first sign that a kind contains decides. */
const signs = [
  ['Lessons', /^lesson/],
  ['Bookings', /^(booking|attendance)/],
  ['Credits', /^(credits|receipt|payment)/],
  ['Enquiries', /^(enquir|invitation)/],
  ['Students', /^(families|import)/],
  ['Emails', /^email/],
  ['Sign-ins', /^signed_in/],
  ['Settings', /./],
] as const;
export type Area = (typeof signs)[number][0];
export const areas: readonly Area[] = signs.map(([area]) => area);

export function areaOf(kind: ActivityKind): Area {
  return signs.find(([, sign]) => sign.test(kind))?.[0] ?? 'Settings';
}

/** One action of one admin, several times in a row. Never empty. */
export type ActivityGroup = readonly [Activity, ...Activity[]];

/** This many or more in a row are shown as one line. */
const MIN_IN_GROUP = 3;

/** Groups activities of one day, in their order. */
export function groupActivities(activities: readonly Activity[]): ActivityGroup[] {
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
