-- All that a family ever booked, cancelled or not, for the copy of its data.
create index bookings_of_student on bookings (student_id, created_at);
