-- When the last five emails of one kind went to an address that nobody has confirmed, the earliest first; 0: none yet.
create table email_counts (
  address_hash text primary key,
  sent_1 bigint not null,
  sent_2 bigint not null,
  sent_3 bigint not null,
  sent_4 bigint not null,
  sent_5 bigint not null
);
create index email_counts_age on email_counts (sent_5);

-- Emails that were not queued because of that, until the log has said so.
create table dropped_emails (
  id text primary key,
  kind text not null
);
