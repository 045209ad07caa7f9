-- Hashes of the tokens that a booking's door had before, the latest first: a signed-in member of the family is led on from an
-- old link. They end with the door.
alter table bookings add column former_join_hashes text check (former_join_hashes is null or door is not null);
