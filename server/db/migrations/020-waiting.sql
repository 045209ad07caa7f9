-- The line of a full lesson: each student once, in the order of the numbers. Whoever changes it holds the lesson.
alter table lessons add column waiting integer not null default 0 check (waiting >= 0);
create table waiting_students (
  lesson_id text not null references lessons (id),
  student_id text not null,
  family_id text not null,
  number integer not null check (number > 0),
  joined_at bigint not null,
  -- Each is told once: that a spot went past them for want of a credit, and that a spot is open to all.
  passed_over_at bigint,
  opened_at bigint,
  primary key (lesson_id, student_id),
  unique (lesson_id, number),
  foreign key (student_id, family_id) references students (id, family_id) on delete cascade
);
create index waiting_students_of_family on waiting_students (family_id);
create index waiting_students_of_student on waiting_students (student_id, family_id);
create index lessons_with_line on lessons (starts_at) where waiting > 0;
