// All tables as Kysely sees them.
import type { ActivityTables } from './activities.ts';
import type { AuthTables } from './auth.ts';
import type { CalendarTables } from './calendar.ts';
import type { CreditTables } from './credits.ts';
import type { EmailTables } from './emails.ts';
import type { EnquiryTables } from './enquiries.ts';
import type { FamilyTables } from './families.ts';
import type { ImportTables } from './imports.ts';
import type { LessonTables } from './lessons.ts';
import type { PaymentTables } from './payments.ts';
import type { PictureTables } from './pictures.ts';
import type { ReconciliationTables } from './reconciliation.ts';
import type { RefundTables } from './refunds.ts';
import type { RoomTables } from './rooms.ts';
import type { SettingsTable } from './settings.ts';
import type { SiteTables } from './site.ts';
import type { TopicTables } from './topics.ts';

export interface Tables
  extends
    ActivityTables,
    AuthTables,
    CalendarTables,
    CreditTables,
    EmailTables,
    EnquiryTables,
    FamilyTables,
    ImportTables,
    LessonTables,
    PaymentTables,
    PictureTables,
    ReconciliationTables,
    RefundTables,
    RoomTables,
    SettingsTable,
    SiteTables,
    TopicTables {}
