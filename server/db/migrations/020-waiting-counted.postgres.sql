create function count_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update lessons set waiting = waiting + 1 where id = new.lesson_id;
  else
    update lessons set waiting = waiting - 1 where id = old.lesson_id;
  end if;
  return null;
end
$$;
create trigger lessons_count_line after insert or delete on waiting_students
  for each row execute function count_line();
