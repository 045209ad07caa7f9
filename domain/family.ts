// Everything that is stored about a family, in the form in which it can be taken away.
import * as z from 'zod/mini';

import { studentSchema } from './account.ts';
import { ledgerEntrySchema } from './credits.ts';
import { paymentStatuses } from './payment.ts';
import { instant } from './text.ts';

export const familyDataSchema = z.object({
  exported_at: instant,
  account: z.extend(studentSchema, { created_at: instant }),
  bookings: z.array(
    z.object({
      id: z.string(),
      Lesson_Name: z.string(),
      Lesson_Date: z.string(),
      Lesson_Time: z.string(),
      created_at: instant,
      cancelled_at: z.nullable(instant),
    }),
  ),
  credits: z.array(ledgerEntrySchema),
  payments: z.array(
    z.object({
      id: z.string(),
      session_id: z.nullable(z.string()),
      status: z.enum(paymentStatuses),
      credits: z.int(),
      amount: z.int(),
      refunded_amount: z.int(),
      currency: z.string(),
      created_at: instant,
    }),
  ),
  sessions: z.array(z.object({ created_at: instant, expires_at: instant, ended_at: z.nullable(instant) })),
  mails: z.array(z.object({ subject: z.string(), created_at: instant, sent_at: z.nullable(instant) })),
});
export type FamilyData = z.infer<typeof familyDataSchema>;
