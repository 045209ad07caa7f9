// Families, the people who sign in for them, and the tutor's admins.
import { type Engine, refuse } from '../triggers.ts';

const families = `
create table families (
  id text primary key,
  created_at bigint not null,
  deleted_at bigint,
  reminds_24h integer not null default 1 check (reminds_24h in (0, 1)),
  reminds_2h integer not null default 0 check (reminds_2h in (0, 1)),
  -- Makes PostgreSQL lock a family that is being closed against new rows that reference it.
  unique (id, deleted_at)
);
create index families_newest on families (created_at, id) where deleted_at is null;

create table students (
  id text primary key,
  family_id text not null references families (id),
  name text not null,
  year_class text check (year_class in ('year-10', 'year-11', 'year-12', 'year-13')),
  may_book integer not null default 0 check (may_book in (0, 1)),
  created_at bigint not null,
  -- The name is erased then; past lessons still count.
  removed_at bigint,
  unique (id, family_id),
  -- For the same purpose as families (id, deleted_at).
  unique (id, removed_at)
);
create index students_of_family on students (family_id, created_at);

-- Everybody who signs in for a family: its parents, and students with a sign-in of their own.
create table people (
  id text primary key,
  family_id text not null references families (id),
  role text not null check (role in ('parent', 'student')),
  student_id text unique,
  name text not null,
  email text not null unique,
  -- When the owner of the address first followed a link that was sent there.
  email_confirmed_at bigint,
  phone text,
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

const signingIn = `
create table admins (
  id text primary key,
  email text not null unique,
  name text not null,
  password_hash text not null,
  created_at bigint not null
);

-- One row for each pair of tokens. A renewed session stays until it expires, so that a second use
-- of its refresh token is noticed and ends the whole chain.
create table sessions (
  id text primary key,
  chain text not null,
  person_id text references people (id),
  admin_id text references admins (id),
  access_hash text not null unique,
  refresh_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  check ((person_id is null) <> (admin_id is null))
);
create index sessions_chain on sessions (chain);
create index sessions_person on sessions (person_id, expires_at);
create index sessions_admin on sessions (admin_id, expires_at);

create table password_resets (
  token_hash text primary key,
  person_id text references people (id),
  admin_id text references admins (id),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  check ((person_id is null) <> (admin_id is null))
);
create index password_resets_person on password_resets (person_id);
create index password_resets_admin on password_resets (admin_id);
create index password_resets_age on password_resets (expires_at);

-- Another address for an account. It counts once the link that was sent there has been followed.
create table email_changes (
  person_id text primary key references people (id),
  email text not null,
  token_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null
);
create index email_changes_age on email_changes (expires_at);

-- The links that confirm a person's present address; another address ends them.
create table email_confirmations (
  token_hash text primary key,
  person_id text not null references people (id),
  created_at bigint not null,
  expires_at bigint not null
);
create index email_confirmations_of_person on email_confirmations (person_id);
create index email_confirmations_age on email_confirmations (expires_at);

create table calendar_feeds (
  id text primary key,
  token text not null unique check (length(token) >= 43),
  person_id text unique references people (id),
  admin_id text unique references admins (id),
  created_at bigint not null,
  -- A hash of the content last served, its revision, and when it last changed (whole seconds).
  content_hash text,
  revision integer not null default 0,
  changed_at bigint not null default 0,
  check ((person_id is null) <> (admin_id is null))
);

-- The secret counts only once enabled_at is set; last_step keeps a code from being used twice.
create table two_factor (
  admin_id text primary key references admins (id),
  secret text not null,
  enabled_at bigint,
  last_step bigint not null default 0
);

create table recovery_codes (
  admin_id text not null references admins (id),
  code_hash text not null,
  used_at bigint,
  primary key (admin_id, code_hash)
);
`;

const isOpen = (id: string) =>
  `exists (select 1 from families where id = ${id} and deleted_at is null)`;

export const familyTables = (engine: Engine): string[] => [
  families,
  signingIn,
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
