-- One index instead of two. A student is of one family, as the foreign key of the two says, so that these three are as unique as
-- the lesson and the student alone.
drop index bookings_live;
drop index bookings_of_lesson;
create unique index bookings_live on bookings (lesson_id, family_id, student_id) where cancelled_at is null;
