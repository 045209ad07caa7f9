// The log of what was done in the tutor's area.
import * as z from 'zod/mini';

import { instant } from './text.ts';

export const ACTIVITY_WINDOW_DAYS_BACK = 30;

export const MAX_ACTIVITIES_LISTED = 1000;

export const activityKinds = [
  'signed_in',
  'password_changed',
  'two_factor_on',
  'two_factor_off',
  'admin_added',
  'admin_blocked',
  'lesson_created',
  'lesson_updated',
  'lesson_deleted',
  'booking_added',
  'booking_moved',
  'booking_cancelled',
  'attendance',
  'letter_changed',
  'credits_adjusted',
  'receipt_sent',
  'payment_mended',
  'payment_refunded',
  'email_sent_again',
  'email_dismissed',
  'enquiry_updated',
  'enquiry_deleted',
  'enquiry_restored',
  'enquiry_invited',
  'invitation_withdrawn',
  'settings_changed',
  'site_published',
  'enquiries_exported',
  'families_imported',
  'import_undone',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

export const activitySchema = z.object({
  id: z.string(),
  kind: z.enum(activityKinds),
  /** The admin who did it. */
  admin: z.string(),
  /**
   * What it was about, in words: a lesson's name and time, or a student and an amount. Erased data
   * is left out.
   */
  subject: z.string(),
  created_at: instant,
});
export type Activity = z.infer<typeof activitySchema>;

/** What the browser reports when the tutor exports enquiries. */
export const exportReportSchema = z.object({
  rows: z
    .int({ error: 'Rows must be a whole number' })
    .check(z.minimum(0, { error: 'Rows must be at least 0' })),
});
