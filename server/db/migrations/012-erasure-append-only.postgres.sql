-- The record of what was done is never rewritten, not even by hand.
create trigger activities_no_rewrite before update or delete on activities for each row execute function refuse_rewrite();
