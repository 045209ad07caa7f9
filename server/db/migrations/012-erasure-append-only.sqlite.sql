-- The record of what was done is never rewritten, not even by hand.
create trigger activities_no_update before update on activities begin select raise(abort, 'activities is append-only'); end;
create trigger activities_no_delete before delete on activities begin select raise(abort, 'activities is append-only'); end;
