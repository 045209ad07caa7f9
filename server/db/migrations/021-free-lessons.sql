-- How an enquiry becomes a family. `invited_at` is when it first was; `family_id` the family it is known to be of: the one
-- that followed its link, asked for its free lesson, or gave the same address and phone number.
alter table enquiries add column invited_at bigint;
alter table enquiries add column family_id text references families (id);
create index enquiries_of_family on enquiries (family_id) where family_id is not null;

-- The link that an enquirer was sent, one at a time. Used or withdrawn, its row goes.
create table enquiry_invitations (
  id text primary key,
  enquiry_id text not null unique references enquiries (id),
  lesson_id text references lessons (id),
  token_hash text not null unique,
  sent_at bigint not null,
  expires_at bigint not null
);
create index enquiry_invitations_of_lesson on enquiry_invitations (lesson_id) where lesson_id is not null;

-- What is given once: hashes by which an address or a phone number is known again, also after its family has left; the
-- family itself by its id; and for a day the enquiries that were invited by themselves.
create table kept_marks (
  kind text not null check (kind in ('free_lesson', 'automatic_invitation', 'automatic_sent')),
  mark text not null,
  kept_at bigint not null,
  primary key (kind, mark)
);
create index kept_marks_by_time on kept_marks (kind, kept_at);

-- What the tutor has set; null: as shipped.
create table settings (
  id integer primary key check (id = 1),
  invite_automatically integer not null default 0 check (invite_automatically in (0, 1)),
  reply_templates text,
  -- Makes the hashes of this site differ from those of any other.
  salt text not null
);
