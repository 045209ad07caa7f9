// Families, their students, and the people who sign in for them.
import type { ColumnType, Generated } from 'kysely';

import type { FamilyRole } from '../../domain/people/family.ts';
import type { YearClass } from '../../domain/year-class.ts';
import type { Fixed, Instant, Optional } from './columns.ts';
import { type Engine, refuse } from './triggers.ts';

const tables = `
create table families (
  id text primary key,
  created_at bigint not null,
  deleted_at bigint,
  -- Whether the family gets a reminder this long before a lesson.
  reminds_24h integer not null default 1 check (reminds_24h in (0, 1)),
  reminds_2h integer not null default 0 check (reminds_2h in (0, 1)),
  -- Whether it gets a letter after each lesson.
  letters integer not null default 1 check (letters in (0, 1)),
  -- Set in the transaction that deletes what is left of a family, years after it has left: only
  -- then can its ledger and its invoices be deleted.
  forgotten_at bigint check (forgotten_at is null or deleted_at is not null),
  -- Makes PostgreSQL lock a family that is being closed against new rows that reference it.
  unique (id, deleted_at)
);
create index families_newest on families (created_at, id) where deleted_at is null;
create index families_left on families (deleted_at, created_at) where deleted_at is not null;

create table students (
  id text primary key,
  family_id text not null references families (id),
  name text not null,
  year_class text check (year_class in ('year-10', 'year-11', 'year-12', 'year-13')),
  -- The school year in which that was said: 2026 stands for 1 September 2026 to 31 August 2027. A
  -- student without a year, but with this, has finished school.
  year_said_in integer,
  may_book integer not null default 0 check (may_book in (0, 1)),
  created_at bigint not null,
  -- The name is erased then; past lessons still count.
  removed_at bigint,
  check (year_class is null or year_said_in is not null),
  unique (id, family_id),
  -- For the same purpose as families (id, deleted_at).
  unique (id, removed_at)
);
create index students_of_family on students (family_id, created_at);

create table people (
  id text primary key,
  family_id text not null references families (id),
  role text not null check (role in ('parent', 'student')),
  -- The student who signs in; null for a parent.
  student_id text unique,
  -- A student has the same name as in students.
  name text not null,
  email text not null unique,
  -- When the owner of the address first followed a link that was sent there.
  email_confirmed_at bigint,
  phone text,
  -- Null while not computed, and for a number that is too short to identify a person.
  email_mark text,
  phone_mark text,
  password_hash text not null,
  created_at bigint not null,
  check ((role = 'student') = (student_id is not null)),
  check ((role = 'parent') = (phone is not null)),
  foreign key (student_id, family_id) references students (id, family_id)
);
create index people_of_family on people (family_id, created_at);

create table invitations (
  id text primary key,
  family_id text not null references families (id),
  role text not null check (role in ('parent', 'student')),
  student_id text,
  email text not null,
  token_hash text not null unique,
  invited_by text not null references people (id),
  created_at bigint not null,
  expires_at bigint not null,
  check ((role = 'student') = (student_id is not null)),
  foreign key (student_id, family_id) references students (id, family_id)
);
-- One for a second parent, and one for each student.
create unique index invitations_pending on invitations (family_id, coalesce(student_id, ''));
create index invitations_of_inviter on invitations (invited_by);
create index invitations_age on invitations (expires_at);
`;

const isOpen = (id: string) =>
  `exists (select 1 from families where id = ${id} and deleted_at is null)`;

export const familyTables = (engine: Engine): string[] => [
  tables,
  ...refuse(engine, {
    name: 'families_have_two_parents',
    table: 'people',
    event: 'insert',
    when: "new.role = 'parent'",
    lockFamily: 'new.family_id',
    refuseIf: `(select count(*) from people
      where family_id = new.family_id and role = 'parent') >= 2`,
    message: 'a family has at most two parents',
  }),
  ...refuse(engine, {
    name: 'families_keep_a_parent',
    table: 'people',
    event: 'delete',
    when: "old.role = 'parent'",
    lockFamily: 'old.family_id',
    refuseIf: `${isOpen('old.family_id')} and not exists (select 1 from people
      where family_id = old.family_id and role = 'parent' and id <> old.id)`,
    message: 'a family has a parent',
  }),
  ...refuse(engine, {
    name: 'families_have_six_students',
    table: 'students',
    event: 'insert',
    when: 'new.removed_at is null',
    lockFamily: 'new.family_id',
    refuseIf: `(select count(*) from students
      where family_id = new.family_id and removed_at is null) >= 6`,
    message: 'a family has at most six students',
  }),
  ...refuse(engine, {
    name: 'families_keep_a_student',
    table: 'students',
    event: 'update of removed_at',
    when: 'new.removed_at is not null',
    lockFamily: 'new.family_id',
    refuseIf: `${isOpen('new.family_id')} and not exists (select 1 from students
      where family_id = new.family_id and removed_at is null and id <> new.id)`,
    message: 'a family has a student',
  }),
  ...refuse(engine, {
    name: 'students_who_attend_stay',
    table: 'students',
    event: 'delete',
    refuseIf: 'old.removed_at is null',
    message: 'a student who attends is not deleted',
  }),
];

export interface FamilyTables {
  families: {
    id: Fixed<string>;
    created_at: Fixed<Instant>;
    deleted_at: Optional<Instant>;
    reminds_24h: Generated<number>;
    reminds_2h: Generated<number>;
    letters: Generated<number>;
    forgotten_at: Optional<Instant>;
  };
  students: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    name: string;
    year_class: Optional<YearClass>;
    year_said_in: Optional<number>;
    may_book: Generated<number>;
    created_at: Fixed<Instant>;
    removed_at: Optional<Instant>;
  };
  people: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    role: Fixed<FamilyRole>;
    student_id: ColumnType<string | null, string | null | undefined, never>;
    name: string;
    email: string;
    email_confirmed_at: Optional<Instant>;
    phone: string | null;
    email_mark: Optional<string>;
    phone_mark: Optional<string>;
    password_hash: string;
    created_at: Fixed<Instant>;
  };
  invitations: {
    id: Fixed<string>;
    family_id: Fixed<string>;
    role: Fixed<FamilyRole>;
    student_id: Fixed<string | null>;
    email: Fixed<string>;
    token_hash: Fixed<string>;
    invited_by: Fixed<string>;
    created_at: Fixed<Instant>;
    expires_at: Fixed<Instant>;
  };
}
