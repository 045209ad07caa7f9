// The log of what admins do, and the answers to repeated requests.
import type { ActivityKind } from '../../domain/activity.ts';
import type { Fixed, Instant } from './columns.ts';
import { appendOnly, type Engine } from './triggers.ts';

const tables = `
-- Names are looked up when the record is read; detail names nobody.
create table activities (
  id text primary key,
  kind text not null,
  admin_id text not null references admins (id),
  family_id text,
  student_id text,
  enquiry_id text,
  lesson_id text,
  email_id text,
  ledger_entry integer,
  detail text not null default '',
  created_at bigint not null
);
create index activities_by_time on activities (created_at, id);
create index activities_of_family on activities (family_id, created_at)
  where family_id is not null;

-- Responses to requests with an Idempotency-Key.
create table idempotency_keys (
  key_hash text primary key,
  content_hash text not null,
  answer text,
  created_at bigint not null
);
create index idempotency_keys_age on idempotency_keys (created_at);
`;

export const activityTables = (engine: Engine): string[] => [
  tables,
  ...appendOnly(engine, 'activities'),
];

export interface ActivityTables {
  activities: {
    id: Fixed<string>;
    kind: Fixed<ActivityKind>;
    admin_id: Fixed<string>;
    family_id: Fixed<string | null>;
    student_id: Fixed<string | null>;
    enquiry_id: Fixed<string | null>;
    lesson_id: Fixed<string | null>;
    email_id: Fixed<string | null>;
    ledger_entry: Fixed<number | null>;
    detail: Fixed<string>;
    created_at: Fixed<Instant>;
  };
  idempotency_keys: {
    key_hash: Fixed<string>;
    content_hash: Fixed<string>;
    answer: string | null;
    created_at: Fixed<Instant>;
  };
}
