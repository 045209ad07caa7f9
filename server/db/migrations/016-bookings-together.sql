-- Bookings that were made together share the thread of their emails: that of the first of them. Null: its own.
alter table bookings add column thread text;
