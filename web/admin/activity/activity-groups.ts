// The activity log in the areas that the tutor filters by, and with repeated actions as one line.
import type { Activity, ActivityKind } from '../../../domain/activity.ts';

/** In the order of the filter. */
export const areas = [
  'Lessons',
  'Bookings',
  'Credits',
  'Enquiries',
  'Students',
  'Emails',
  'Sign-ins',
  'Settings',
] as const;
export type Area = (typeof areas)[number];

export const areaOf: Readonly<Record<ActivityKind, Area>> = {
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
