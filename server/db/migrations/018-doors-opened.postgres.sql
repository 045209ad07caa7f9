-- 256 bits for each live booking: an id brings 122 random ones, from the source that keys are made of.
update bookings set door = encode(sha256(
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex')
from lessons, students
where lessons.id = bookings.lesson_id and students.id = bookings.student_id
  and cancelled_at is null and lessons.deleted_at is null and students.removed_at is null;
