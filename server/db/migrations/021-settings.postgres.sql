insert into settings (id, salt) values (1, replace(cast(gen_random_uuid() as text), '-', ''));
