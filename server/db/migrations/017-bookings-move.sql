-- A booking that was moved to another lesson is a new one. It goes on with the entry that the first one has in calendars
-- (null: its own id), and with the entry of the ledger that has paid for it (null: its own).
alter table bookings add column uid text;
alter table bookings add column paid_entry integer;
