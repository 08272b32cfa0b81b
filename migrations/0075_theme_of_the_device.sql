-- A new account looks as its device until a theme is chosen.
alter table identity.users alter column theme set default 'system';
