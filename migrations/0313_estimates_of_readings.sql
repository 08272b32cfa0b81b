-- A meter that nobody could read for a month can be estimated, so that its household gets a bill. The estimate is a reading with the
-- source ESTIMATE; this row says by which rule its use was found and from which figures, and how many estimates came in a row.
create table meters.estimates (
  reading_id uuid not null,
  period date not null,
  method text not null constraint estimates_method_check check (method in ('LAST_YEAR', 'RECENT', 'CATEGORY')),
  -- The use that was estimated, for so many days.
  litres bigint not null constraint estimates_litres_check check (litres >= 0),
  days int not null constraint estimates_days_check check (days > 0),
  -- What it was found from: use and days of the readings behind it; for a category its median of a day.
  basis_litres bigint not null constraint estimates_basis_litres_check check (basis_litres >= 0),
  basis_days int not null constraint estimates_basis_days_check check (basis_days > 0),
  in_row int not null constraint estimates_in_row_check check (in_row > 0),
  asked_by uuid,
  asked_at timestamptz not null,
  constraint estimates_pkey primary key (reading_id, period),
  constraint estimates_reading_fkey foreign key (reading_id, period) references meters.readings (id, period)
);
revoke update, delete, truncate on meters.estimates from jolkol_app;

-- An estimate is reviewed by somebody else than who asked for it, also if it was not refused before.
alter table meters.readings add constraint readings_estimate_reviewed
  check (source <> 'ESTIMATE' or taken_by is null or reviewed_by is distinct from taken_by) not valid;
alter table meters.readings validate constraint readings_estimate_reviewed;

insert into roles.permissions (permission, declared)
select 'readings:estimate', true where exists (select from roles.roles)
on conflict (permission) do nothing;
insert into roles.role_permissions (role_id, permission)
select r.id, 'readings:estimate' from roles.roles r where r.code = 'reviewer'
on conflict do nothing;
