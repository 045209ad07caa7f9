insert into settings (id, salt) values (1, lower(hex(randomblob(16))));
