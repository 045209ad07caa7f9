-- The record of what was done is never rewritten, not even by hand.
create or replace function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger activities_no_rewrite before update or delete on activities for each row execute function refuse_rewrite();
