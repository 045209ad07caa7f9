-- A family and its people: the wallet is the family's, a person signs in, a student attends. Until now one row was all three;
-- its id goes on as the family's and, as the wire has promised, as that of its first student. Foreign keys are off while
-- migrations run, and are checked before the commit.
drop trigger ledger_counts_booking;
drop trigger reasons_of_live_accounts;
drop trigger mails_of_live_accounts;
drop trigger activities_no_update;
drop trigger activities_no_delete;

-- Whatever points to the account now points to the family.
alter table students rename to families;
alter table balances rename column student_id to family_id;
alter table credit_ledger rename column student_id to family_id;
alter table ledger_reasons rename column student_id to family_id;
alter table purchases rename column student_id to family_id;
alter table refund_shortfalls rename column student_id to family_id;
alter table mails rename column student_id to family_id;
alter table activities rename column student_id to family_id;
drop index mails_of_student;
create index mails_of_family on mails (family_id);
drop index purchases_of_student;
create index purchases_of_family on purchases (family_id, created_at);
drop index activities_of_student;
create index activities_of_family on activities (family_id, created_at) where family_id is not null;

-- A person who signs in. One who leaves goes, row and all.
create table people (
  id text primary key,
  family_id text not null references families (id),
  role text not null check (role in ('parent', 'student')),
  name text not null,
  email text not null unique,
  phone text not null,
  password_hash text not null,
  created_at bigint not null
);
insert into people (id, family_id, role, name, email, phone, password_hash, created_at)
  select id, id, 'parent', parent_name, parent_email, parent_phone, password_hash, created_at
  from families where deleted_at is null;
create index people_of_family on people (family_id, created_at);

create table students (
  id text primary key,
  family_id text not null references families (id),
  name text not null,
  created_at bigint not null,
  -- From then on the name is erased; past lessons still count.
  removed_at bigint,
  unique (id, family_id)
);
insert into students (id, family_id, name, created_at, removed_at)
  select id, id, student_name, created_at, deleted_at from families;
create index students_of_family on students (family_id, created_at);

-- The key on deleted_at makes PostgreSQL hold a family that is closed against whatever is about to point to it.
create table new_families (
  id text primary key,
  created_at bigint not null,
  deleted_at bigint,
  unique (id, deleted_at)
);
insert into new_families (id, created_at, deleted_at) select id, created_at, deleted_at from families;
drop table families;
alter table new_families rename to families;
create index families_newest on families (created_at, id) where deleted_at is null;

create table new_bookings (
  id text primary key,
  lesson_id text not null references lessons (id),
  family_id text not null references families (id),
  student_id text not null,
  created_at bigint not null,
  cancelled_at bigint,
  absent_at bigint,
  charged integer not null default 0 check (charged between 0 and 1),
  foreign key (student_id, family_id) references students (id, family_id)
);
insert into new_bookings (id, lesson_id, family_id, student_id, created_at, cancelled_at, absent_at, charged)
  select id, lesson_id, student_id, student_id, created_at, cancelled_at, absent_at, charged from bookings;
drop table bookings;
alter table new_bookings rename to bookings;
create unique index bookings_live on bookings (student_id, lesson_id) where cancelled_at is null;
create index bookings_of_lesson on bookings (lesson_id, family_id) where cancelled_at is null;
create index bookings_of_family on bookings (family_id, created_at);

create table new_sessions (
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
insert into new_sessions (id, chain, person_id, admin_id, access_hash, refresh_hash, created_at, expires_at, ended_at)
  select id, chain, student_id, admin_id, access_hash, refresh_hash, created_at, expires_at, ended_at from sessions
  where student_id is null or student_id in (select id from people);
drop table sessions;
alter table new_sessions rename to sessions;
create index sessions_chain on sessions (chain);
create index sessions_person on sessions (person_id, expires_at);
create index sessions_admin on sessions (admin_id, expires_at);

create table new_password_resets (
  token_hash text primary key,
  person_id text references people (id),
  admin_id text references admins (id),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  check ((person_id is null) <> (admin_id is null))
);
insert into new_password_resets (token_hash, person_id, admin_id, created_at, expires_at, used_at)
  select token_hash, student_id, admin_id, created_at, expires_at, used_at from password_resets
  where student_id is null or student_id in (select id from people);
drop table password_resets;
alter table new_password_resets rename to password_resets;
create index password_resets_person on password_resets (person_id);
create index password_resets_admin on password_resets (admin_id);
create index password_resets_age on password_resets (expires_at);

create table new_email_changes (
  person_id text primary key references people (id),
  email text not null,
  token_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null
);
insert into new_email_changes (person_id, email, token_hash, created_at, expires_at)
  select student_id, email, token_hash, created_at, expires_at from email_changes
  where student_id in (select id from people);
drop table email_changes;
alter table new_email_changes rename to email_changes;
create index email_changes_age on email_changes (expires_at);

-- Who was absent is a student.
alter table activities add column student_id text;
update activities set student_id = family_id where kind = 'attendance';
create trigger activities_no_update before update on activities begin select raise(abort, 'activities is append-only'); end;
create trigger activities_no_delete before delete on activities begin select raise(abort, 'activities is append-only'); end;

create trigger ledger_counts_booking after insert on credit_ledger when new.booking_id is not null
begin update bookings set charged = charged - new.amount where id = new.booking_id; end;

-- Nothing about a family is written once it has left, however the two come together.
create trigger mails_of_live_families before insert on mails
  when new.erased_once_sent = 0 and exists (select 1 from families where id = new.family_id and deleted_at is not null)
begin select raise(ignore); end;
create trigger reasons_of_live_families before insert on ledger_reasons
  when exists (select 1 from families where id = new.family_id and deleted_at is not null)
begin select raise(ignore); end;
