-- The ledger is never rewritten, not even by hand.
create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception 'credit_ledger is append-only';
end
$$;
create trigger ledger_no_rewrite before update or delete on credit_ledger for each row execute function refuse_rewrite();
