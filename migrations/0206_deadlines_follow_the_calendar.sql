-- A deadline in working time is reckoned from an instant and so many minutes of work. Both are kept beside it, so that it is reckoned again
-- when the office's hours or days off change: a holiday that is entered moves it, and one that is taken out moves it back. Rows from before
-- have none: they get theirs with the first change, from the calendar that they were reckoned with.
alter table applications.applications
  add column due_from timestamptz,
  add column due_minutes int,
  -- The highest level that was told of this step. `escalation` is what the step has reached: it falls if the deadline moves to a later day,
  -- and nobody is told again.
  add column told_level smallint not null default 0 constraint applications_told_level_check check (told_level between 0 and 3);
update applications.applications set told_level = escalation where escalation > 0;

alter table applications.noc_steps
  add column due_from timestamptz,
  add column due_minutes int,
  -- Minutes of a working day when it was reckoned: a desk has days, not hours.
  add column due_day int constraint noc_steps_due_day_check check (due_day > 0);
grant update (due_from, due_minutes, due_day) on applications.noc_steps to jolkol_app;

-- Of urgent work all three are null: its hours are those of the clock.
alter table work_orders.orders
  add column due_from timestamptz,
  add column due_minutes int,
  add column due_day int constraint orders_due_day_check check (due_day > 0);

alter table support.tickets
  add column answer_from timestamptz,
  add column solve_from timestamptz,
  add column solve_minutes int;

-- Changes of the calendar, and how far the running deadlines have moved with each.
create table applications.calendar_moves (
  id uuid primary key default uuidv7(),
  saved_at timestamptz not null,
  saved_by_name text not null,
  -- Hours and days off before the change.
  office_before jsonb not null,
  total int not null constraint calendar_moves_total_check check (total >= 0),
  looked int not null default 0,
  -- How many deadlines moved, by kind.
  moved jsonb not null default '{}',
  done_at timestamptz
);
create index calendar_moves_saved_at on applications.calendar_moves (saved_at desc);
create index calendar_moves_running on applications.calendar_moves (id) where done_at is null;
