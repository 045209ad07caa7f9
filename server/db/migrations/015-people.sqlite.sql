-- A family has one or two parents and one to six students, who may have a sign-in of their own. Foreign keys are off while
-- migrations run, and are checked before the commit.
alter table students add column year_class text check (year_class in ('year-10', 'year-11', 'year-12', 'year-13'));
alter table students add column may_book integer not null default 0 check (may_book in (0, 1));

-- Whose sign-in it is: the student's whom a booking is for, or a parent's.
create table new_people (
  id text primary key,
  family_id text not null references families (id),
  role text not null check (role in ('parent', 'student')),
  student_id text unique,
  name text not null,
  email text not null unique,
  phone text,
  password_hash text not null,
  created_at bigint not null,
  check ((role = 'student') = (student_id is not null)),
  check ((role = 'parent') = (phone is not null)),
  foreign key (student_id, family_id) references students (id, family_id)
);
insert into new_people (id, family_id, role, name, email, phone, password_hash, created_at)
  select id, family_id, role, name, email, phone, password_hash, created_at from people;
drop table people;
alter table new_people rename to people;
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

create trigger families_keep_a_parent before delete on people
  when old.role = 'parent' and exists (select 1 from families where id = old.family_id and deleted_at is null)
    and not exists (select 1 from people where family_id = old.family_id and role = 'parent' and id <> old.id)
begin select raise(abort, 'a family has a parent'); end;
create trigger families_have_two_parents before insert on people
  when new.role = 'parent'
    and (select count(*) from people where family_id = new.family_id and role = 'parent') >= 2
begin select raise(abort, 'a family has at most two parents'); end;

create trigger families_have_six_students before insert on students
  when new.removed_at is null
    and (select count(*) from students where family_id = new.family_id and removed_at is null) >= 6
begin select raise(abort, 'a family has at most six students'); end;
create trigger families_keep_a_student before update of removed_at on students
  when new.removed_at is not null and exists (select 1 from families where id = new.family_id and deleted_at is null)
    and not exists (
      select 1 from students where family_id = new.family_id and removed_at is null and id <> new.id
    )
begin select raise(abort, 'a family has a student'); end;
create trigger students_who_attend_stay before delete on students when old.removed_at is null
begin select raise(abort, 'a student who attends is not deleted'); end;

-- Nothing is written to somebody who has left their family.
create trigger mails_of_people_there before insert on mails
  when new.person_id is not null and new.erased_once_sent = 0
    and not exists (select 1 from people where id = new.person_id)
begin select raise(ignore); end;
