-- Links for a forgotten password: good once and for an hour, stored as a hash.
create table password_resets (
  token_hash text primary key,
  student_id text references students (id),
  admin_id text references admins (id),
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  check ((student_id is null) <> (admin_id is null))
);
create index password_resets_student on password_resets (student_id);
create index password_resets_admin on password_resets (admin_id);
create index password_resets_age on password_resets (expires_at);
