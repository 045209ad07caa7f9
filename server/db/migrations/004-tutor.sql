-- The tutor's area: how enquiries stand, who was absent, two-factor authentication and the record of what was done.
alter table enquiries add column status text not null default 'new' check (status in ('new', 'contacted', 'joined', 'closed'));
alter table enquiries add column note text not null default '';
-- When it first was anything but new: what the promise to answer is measured by.
alter table enquiries add column answered_at bigint;

-- The student was not there, and the credit has been returned.
alter table bookings add column absent_at bigint;

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

create table activities (
  id text primary key,
  kind text not null,
  admin_id text not null references admins (id),
  subject text not null,
  created_at bigint not null
);
create index activities_by_time on activities (created_at, id);
create index students_newest on students (created_at, id) where deleted_at is null;
