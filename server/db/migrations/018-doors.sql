-- The door of a booking is the link into its lesson; it is kept readable, because emails need it again. A booking that has
-- ended has none.
alter table bookings add column door text check (door is null or (cancelled_at is null and length(door) >= 43));
create unique index bookings_door on bookings (door) where door is not null;
-- When somebody first came in through it.
alter table bookings add column joined_at bigint;
