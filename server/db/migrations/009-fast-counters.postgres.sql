-- Every signed-in write is counted; what is cheap to lose need not wait for the disk.
alter table if exists rate_limits set unlogged;
