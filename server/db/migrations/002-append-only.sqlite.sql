-- The ledger is never rewritten, not even by hand.
create trigger ledger_no_update before update on credit_ledger begin select raise(abort, 'credit_ledger is append-only'); end;
create trigger ledger_no_delete before delete on credit_ledger begin select raise(abort, 'credit_ledger is append-only'); end;
