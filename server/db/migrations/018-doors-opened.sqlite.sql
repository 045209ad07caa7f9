-- 256 bits for each live booking.
update bookings set door = lower(hex(randomblob(32)))
from lessons, students
where lessons.id = bookings.lesson_id and students.id = bookings.student_id
  and cancelled_at is null and lessons.deleted_at is null and students.removed_at is null;
