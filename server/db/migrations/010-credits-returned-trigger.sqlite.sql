-- The check on bookings.charged refuses an entry that would charge or return twice.
create trigger ledger_counts_booking after insert on credit_ledger when new.booking_id is not null
begin update bookings set charged = charged - new.amount where id = new.booking_id; end;
