create trigger lessons_count_line after insert on waiting_students
begin update lessons set waiting = waiting + 1 where id = new.lesson_id; end;
create trigger lessons_count_leaving after delete on waiting_students
begin update lessons set waiting = waiting - 1 where id = old.lesson_id; end;
