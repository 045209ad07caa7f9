-- Whether the student's own sign-in has joined: such an entry ends with that sign-in, and with its right to book.
alter table waiting_students add column joined_by_student integer not null default 0
  check (joined_by_student in (0, 1));
-- What the entry's people are still to be told. It is marked with the spot that comes free, and queued after that commit.
alter table waiting_students add column due_notice text check (due_notice in ('passed_over', 'open'));
create index waiting_students_to_tell on waiting_students (lesson_id, number) where due_notice is not null;
