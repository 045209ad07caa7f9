// All migrations, in the order they are applied. Add new ones at the end.
import { activityTables } from './activities.ts';
import { authTables } from './auth.ts';
import { calendarTables } from './calendar.ts';
import { creditTables } from './credits.ts';
import { emailTables } from './emails.ts';
import { enquiryTables } from './enquiries.ts';
import { familyTables } from './families.ts';
import { importTables } from './imports.ts';
import { lessonTables } from './lessons.ts';
import { paymentTables } from './payments.ts';
import { pictureTables } from './pictures.ts';
import { reconciliationTables } from './reconciliation.ts';
import { refundTables } from './refunds.ts';
import { roomTables } from './rooms.ts';
import { settingsTable } from './settings.ts';
import { siteTables } from './site.ts';
import { topicTables } from './topics.ts';
import type { Migration } from './triggers.ts';

export const migrations: readonly Migration[] = [
  {
    name: '2026-11-28-baseline',
    statements: (engine) =>
      [
        familyTables,
        authTables,
        calendarTables,
        topicTables,
        lessonTables,
        roomTables,
        paymentTables,
        creditTables,
        refundTables,
        reconciliationTables,
        enquiryTables,
        settingsTable,
        emailTables,
        activityTables,
        importTables,
        siteTables,
        pictureTables,
      ].flatMap((tables) => tables(engine)),
  },
];
