-- PostgreSQL took this index for the check that an entry follows the one before it, and read a family's whole ledger each
-- time. Entries are numbered in the order of time, which the primary key has.
drop index ledger_by_time;

-- Whoever looks for the emails to a person knows their family.
drop index mails_of_person;
drop index mails_of_family;
create index mails_of_family on mails (family_id, person_id);
