-- A place that is kept free while a family pays counts as taken; the held ones are counted beside those that are booked.
alter table lessons add column held integer not null default 0
  check (held >= 0 and booked + held <= max_students);

-- Until when the places of a purchase are kept. Null: it keeps none.
alter table purchases add column held_until bigint;
create unique index purchases_one_hold_per_family on purchases (family_id) where held_until is not null;

-- The lessons that a purchase is to be spent on, in the order asked.
create table purchase_lessons (
  purchase_id text not null references purchases (id),
  place integer not null,
  lesson_id text not null references lessons (id),
  family_id text not null references families (id),
  student_id text not null,
  -- 1 as long as it is among the held ones of its lesson.
  is_held integer not null check (is_held in (0, 1)),
  booking_id text references bookings (id),
  -- Why it was not booked once it was paid.
  reason text,
  primary key (purchase_id, place),
  unique (purchase_id, lesson_id),
  check (is_held = 0 or (booking_id is null and reason is null)),
  foreign key (student_id, family_id) references students (id, family_id)
);
create index purchase_lessons_held on purchase_lessons (lesson_id) where is_held = 1;
create index purchase_lessons_of_family on purchase_lessons (family_id);
create index purchase_lessons_of_student on purchase_lessons (student_id);
