-- How many working days a desk of the planning authority has to decide. It is read when an application comes to the desk.
alter table applications.desks
  add column working_days int not null default 1
    constraint desks_working_days_check check (working_days between 1 and 60);

-- When the people of the desk were told that it is late: one time for each time that the application comes to the desk.
alter table applications.noc_steps add column told_late_at timestamptz;
grant update (told_late_at) on applications.noc_steps to jolkol_app;
create index noc_steps_due_at on applications.noc_steps (due_at) where state = 'OPEN' and told_late_at is null;
