// All migrations, in the order they are applied. Add new ones at the end.
import { activeBookings } from './active-bookings.ts';
import { enquiryTables } from './baseline/enquiries.ts';
import { familyTables } from './baseline/families.ts';
import { lessonTables } from './baseline/lessons.ts';
import { paymentTables } from './baseline/payments.ts';
import { businessSettings } from './business.ts';
import { caughtEnquiries } from './caught-enquiries.ts';
import { namedChecks } from './checks.ts';
import { contactMarks } from './contact-marks.ts';
import { dueImportInvitations } from './due-import-invitations.ts';
import { excuseLinks } from './excuse-links.ts';
import { figuresIndexes } from './figures.ts';
import { freeFirstLessons } from './free-first-lessons.ts';
import { importTables } from './imports.ts';
import { inquiryTables } from './inquiries.ts';
import { lessonRoomTables } from './lesson-room.ts';
import { passedOver } from './passed-over.ts';
import { pictureTables } from './pictures.ts';
import { promotionCodes } from './promotion-codes.ts';
import { reconciliationTables } from './reconciliation.ts';
import { refundingAdmins } from './refunding-admins.ts';
import { refundTables } from './refunds.ts';
import { retention } from './retention.ts';
import { revealTimes } from './reveal-times.ts';
import { schoolYears } from './school-years.ts';
import { sessionAge } from './session-age.ts';
import { setupAddresses } from './setup-addresses.ts';
import { siteTables } from './site.ts';
import type { Migration } from './triggers.ts';

export const migrations: readonly Migration[] = [
  {
    name: '2026-11-23-baseline',
    statements: (engine) => [
      ...familyTables(engine),
      ...lessonTables(engine),
      ...paymentTables(engine),
      ...enquiryTables(engine),
    ],
  },
  { name: '2026-11-24-lesson-room', statements: lessonRoomTables },
  {
    name: '2026-11-25-chat-links',
    // JSON, the group chat of each course; null without any.
    statements: () => ['alter table settings add column chat_links text'],
  },
  { name: '2026-11-26-free-first-lessons', statements: freeFirstLessons },
  { name: '2026-11-27-excuse-links', statements: excuseLinks },
  { name: '2026-11-28-imports', statements: importTables },
  { name: '2026-11-29-business', statements: businessSettings },
  { name: '2026-11-29-figures', statements: figuresIndexes },
  { name: '2026-11-30-site', statements: siteTables },
  { name: '2026-12-02-promotion-codes', statements: promotionCodes },
  { name: '2026-12-03-pictures', statements: pictureTables },
  { name: '2026-12-04-reconciliation', statements: reconciliationTables },
  { name: '2026-12-05-refunds', statements: refundTables },
  { name: '2026-12-06-setup-addresses', statements: setupAddresses },
  { name: '2026-12-07-retention', statements: retention },
  { name: '2026-12-08-session-age', statements: sessionAge },
  { name: '2026-12-09-checks', statements: namedChecks },
  { name: '2026-12-10-passed-over', statements: passedOver },
  { name: '2026-12-11-contact-marks', statements: contactMarks },
  { name: '2026-12-11-school-years', statements: schoolYears },
  { name: '2026-12-12-reveal-times', statements: revealTimes },
  { name: '2026-12-13-caught-enquiries', statements: caughtEnquiries },
  { name: '2026-12-14-refunding-admins', statements: refundingAdmins },
  { name: '2026-12-15-due-import-invitations', statements: dueImportInvitations },
  { name: '2026-12-16-inquiries', statements: inquiryTables },
  { name: '2026-12-17-active-bookings', statements: activeBookings },
];
