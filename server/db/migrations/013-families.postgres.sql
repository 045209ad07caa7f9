-- A family and its people: the wallet is the family's, a person signs in, a student attends. Until now one row was all three;
-- its id goes on as the family's and, as the wire has promised, as that of its first student.
drop trigger mails_of_live_accounts on mails;
drop trigger reasons_of_live_accounts on ledger_reasons;
drop function skip_for_deleted_account();
drop trigger activities_no_rewrite on activities;

-- Whatever points to the account now points to the family.
alter table students rename to families;
alter table families rename constraint students_pkey to families_pkey;
alter index students_newest rename to families_newest;
alter table balances rename column student_id to family_id;
alter table balances rename constraint balances_student_id_fkey to balances_family_id_fkey;
alter table credit_ledger rename column student_id to family_id;
alter table credit_ledger rename constraint credit_ledger_student_id_fkey to credit_ledger_family_id_fkey;
alter table ledger_reasons rename column student_id to family_id;
alter table purchases rename column student_id to family_id;
alter table purchases rename constraint purchases_student_id_fkey to purchases_family_id_fkey;
alter index purchases_of_student rename to purchases_of_family;
alter table refund_shortfalls rename column student_id to family_id;
alter table refund_shortfalls rename constraint refund_shortfalls_student_id_fkey to refund_shortfalls_family_id_fkey;
alter table mails rename column student_id to family_id;
alter table mails rename constraint mails_student_id_fkey to mails_family_id_fkey;
alter index mails_of_student rename to mails_of_family;
alter table activities rename column student_id to family_id;
alter index activities_of_student rename to activities_of_family;

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

alter table families
  drop column parent_name,
  drop column parent_email,
  drop column parent_phone,
  drop column student_name,
  drop column password_hash,
  -- The key on deleted_at makes PostgreSQL hold a family that is closed against whatever is about to point to it.
  add unique (id, deleted_at);

alter table bookings drop constraint bookings_student_id_fkey;
alter table bookings add column family_id text references families (id);
update bookings set family_id = student_id;
alter table bookings
  alter column family_id set not null,
  add foreign key (student_id, family_id) references students (id, family_id);
drop index bookings_of_lesson;
create index bookings_of_lesson on bookings (lesson_id, family_id) where cancelled_at is null;
drop index bookings_of_student;
create index bookings_of_family on bookings (family_id, created_at);

alter table sessions rename column student_id to person_id;
delete from sessions where person_id not in (select id from people);
alter table sessions drop constraint sessions_student_id_fkey, add foreign key (person_id) references people (id);
alter index sessions_student rename to sessions_person;

alter table password_resets rename column student_id to person_id;
delete from password_resets where person_id not in (select id from people);
alter table password_resets drop constraint password_resets_student_id_fkey, add foreign key (person_id) references people (id);
alter index password_resets_student rename to password_resets_person;

alter table email_changes rename column student_id to person_id;
delete from email_changes where person_id not in (select id from people);
alter table email_changes drop constraint email_changes_student_id_fkey, add foreign key (person_id) references people (id);

-- Who was absent is a student.
alter table activities add column student_id text;
update activities set student_id = family_id where kind = 'attendance';
create trigger activities_no_rewrite before update or delete on activities for each row execute function refuse_rewrite();

-- Nothing about a family is written once it has left, however the two come together. The lock waits for a family that
-- is leaving; one that leaves waits for it in turn.
create function skip_for_closed_family() returns trigger language plpgsql as $$
begin
  perform 1 from families where id = new.family_id and deleted_at is null for key share;
  if not found then
    return null;
  end if;
  return new;
end
$$;
create trigger mails_of_live_families before insert on mails
  for each row when (new.family_id is not null and new.erased_once_sent = 0) execute function skip_for_closed_family();
create trigger reasons_of_live_families before insert on ledger_reasons
  for each row execute function skip_for_closed_family();
