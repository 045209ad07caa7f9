-- The check on bookings.charged refuses an entry that would charge or return twice.
create function count_booking() returns trigger language plpgsql as $$
begin
  update bookings set charged = charged - new.amount where id = new.booking_id;
  return null;
end
$$;
create trigger ledger_counts_booking after insert on credit_ledger
  for each row when (new.booking_id is not null) execute function count_booking();
