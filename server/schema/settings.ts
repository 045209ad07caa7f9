// The tutor's settings: one row.
import type { Generated } from 'kysely';

import type { FreeLessonMode } from '../../domain/lessons/next-lesson.ts';
import type { Fixed } from './columns.ts';
import type { Engine } from './triggers.ts';

const table = `
create table settings (
  id integer primary key check (id = 1),
  invite_automatically integer not null default 0 check (invite_automatically in (0, 1)),
  -- JSON; null for the default templates.
  reply_templates text,
  daily_summary integer not null default 1 check (daily_summary in (0, 1)),
  -- The UK date of the last morning whose summary was sent or not needed.
  summary_sent_on text,
  -- Null for the default greeting.
  greeting text,
  -- JSON, the group chat of each course; null without any.
  chat_links text,
  -- Whether families book their free first lesson themselves, and how many of them in one lesson.
  free_lesson text not null default 'at_once' check (free_lesson in ('at_once', 'ask')),
  free_spots_per_lesson integer not null default 2 check (free_spots_per_lesson between 0 and 10),
  -- JSON, the business settings; null until the tutor changes them.
  business text,
  promotion_codes integer not null default 0 check (promotion_codes in (0, 1)),
  enquiries_months integer not null default 12 check (enquiries_months between 1 and 60),
  invoices_years integer not null default 6 check (invoices_years between 6 and 20),
  -- The UK date of the last day on which old data was deleted.
  forgotten_on text,
  -- Makes the hashes of this site differ from those of any other.
  salt text not null
);
`;

const firstRow = {
  sqlite: 'insert into settings (id, salt) values (1, lower(hex(randomblob(16))))',
  postgres: `insert into settings (id, salt)
    values (1, replace(cast(gen_random_uuid() as text), '-', ''))`,
} as const;

export const settingsTable = (engine: Engine): string[] => [table, firstRow[engine]];

export interface SettingsTable {
  settings: {
    id: Fixed<number>;
    invite_automatically: number;
    reply_templates: string | null;
    daily_summary: number;
    summary_sent_on: string | null;
    greeting: string | null;
    chat_links: string | null;
    free_lesson: Generated<FreeLessonMode>;
    free_spots_per_lesson: Generated<number>;
    business: string | null;
    promotion_codes: Generated<number>;
    enquiries_months: Generated<number>;
    invoices_years: Generated<number>;
    forgotten_on: string | null;
    salt: Fixed<string>;
  };
}
