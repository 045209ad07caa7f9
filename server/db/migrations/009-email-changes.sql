-- An email that a family wants to change to: it counts once the link that was sent there has been followed.
create table email_changes (
  student_id text primary key references students (id),
  email text not null,
  token_hash text not null unique,
  created_at bigint not null,
  expires_at bigint not null
);
create index email_changes_age on email_changes (expires_at);

-- Accounts that were left while their profile was changed: the change had brought names and address back.
update students
set parent_name = 'Deleted account', student_name = 'Deleted account', parent_phone = '', parent_email = 'deleted ' || id, password_hash = ''
where deleted_at is not null;
