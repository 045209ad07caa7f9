-- A family has one or two parents and one to six students, who may have a sign-in of their own.
alter table students
  add column year_class text check (year_class in ('year-10', 'year-11', 'year-12', 'year-13')),
  add column may_book integer not null default 0 check (may_book in (0, 1)),
  -- The key on removed_at makes PostgreSQL hold a student who is removed against whatever is about to point to them.
  add unique (id, removed_at);

-- Whose sign-in it is: the student's whom a booking is for, or a parent's.
alter table people
  add column student_id text unique,
  add foreign key (student_id, family_id) references students (id, family_id),
  alter column phone drop not null,
  add check ((role = 'student') = (student_id is not null)),
  add check ((role = 'parent') = (phone is not null));

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

-- Whom of a family an email is for, so that it goes with them.
alter table mails add column person_id text;
update mails set person_id = people.id from people
  where people.family_id = mails.family_id
    and (recipient = people.email or recipient not in (select email from admins));
update mails set person_id = people.id, family_id = people.family_id from people
  where people.email = recipient and mails.family_id is null and enquiry_id is null
    and recipient not in (select email from admins);
create index mails_of_person on mails (person_id) where person_id is not null;
-- Everybody is reminded for themselves.
update mails set cause = cause || ':' || person_id where cause like 'reminder:%' and person_id is not null;

-- How many a family has is counted with its row held, or two who leave at once would each see the other.
create function count_parents() returns trigger language plpgsql as $$
declare
  parents integer;
begin
  if tg_op = 'DELETE' then
    perform 1 from families where id = old.family_id and deleted_at is null for no key update;
    if found and not exists (
      select 1 from people where family_id = old.family_id and role = 'parent' and id <> old.id
    ) then
      raise exception 'a family has a parent' using errcode = 'check_violation';
    end if;
    return old;
  end if;
  perform 1 from families where id = new.family_id for no key update;
  select count(*) into parents from people where family_id = new.family_id and role = 'parent';
  if parents >= 2 then
    raise exception 'a family has at most two parents' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger families_keep_a_parent before delete on people
  for each row when (old.role = 'parent') execute function count_parents();
create trigger families_have_two_parents before insert on people
  for each row when (new.role = 'parent') execute function count_parents();

create function count_students() returns trigger language plpgsql as $$
declare
  attending integer;
begin
  perform 1 from families where id = new.family_id and deleted_at is null for no key update;
  if not found then
    return new;
  end if;
  select count(*) into attending from students
    where family_id = new.family_id and removed_at is null and id <> new.id;
  if new.removed_at is null and attending >= 6 then
    raise exception 'a family has at most six students' using errcode = 'check_violation';
  end if;
  if new.removed_at is not null and attending = 0 then
    raise exception 'a family has a student' using errcode = 'check_violation';
  end if;
  return new;
end
$$;
create trigger families_have_six_students before insert on students
  for each row execute function count_students();
create trigger families_keep_a_student before update of removed_at on students
  for each row execute function count_students();
create function refuse_deletion_of_attending() returns trigger language plpgsql as $$
begin
  raise exception 'a student who attends is not deleted' using errcode = 'check_violation';
end
$$;
create trigger students_who_attend_stay before delete on students
  for each row when (old.removed_at is null) execute function refuse_deletion_of_attending();

-- Nothing is written to somebody who has left their family, however the two come together. The lock waits for whoever is
-- leaving, who waits for it in turn.
create function skip_for_gone_person() returns trigger language plpgsql as $$
begin
  perform 1 from people where id = new.person_id for key share;
  if not found then
    return null;
  end if;
  return new;
end
$$;
create trigger mails_of_people_there before insert on mails
  for each row when (new.person_id is not null and new.erased_once_sent = 0) execute function skip_for_gone_person();
