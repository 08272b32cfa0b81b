-- A reader with a phone brings more than a figure: when and where they were, a photo, and why a meter could not be read.
-- Until now only the figure was kept, so nobody could see whether somebody was there.

-- Where a connection is, as the installer or somebody after them noted it; null: nobody did.
alter table meters.connections add column latitude numeric(10, 7)
  constraint connections_latitude_check check (latitude between -90 and 90);
alter table meters.connections add column longitude numeric(10, 7)
  constraint connections_longitude_check check (longitude between -180 and 180);
alter table meters.connections add constraint connections_place_check check ((latitude is null) = (longitude is null));
grant insert (latitude, longitude) on meters.connections to jolkol_app;
update meters.connections c set latitude = i.latitude, longitude = i.longitude
from applications.installations i
where i.application_id = c.application_id and i.latitude is not null and i.longitude is not null;

-- One row each time somebody was at a meter with the phone: it was read, or it could not be read and why. The id is the phone's own,
-- so that its photo, which is sent later, finds it.
create table meters.read_attempts (
  id uuid primary key,
  connection_id uuid not null constraint read_attempts_connection_id_fkey references meters.connections,
  meter_id uuid not null constraint read_attempts_meter_id_fkey references meters.meters,
  period date not null constraint read_attempts_period_check check (extract(day from period) = 1),
  -- Null: it was read.
  reason text constraint read_attempts_reason_check check (reason in
    ('NOBODY_HOME', 'LOCKED', 'NOT_FOUND', 'BURIED', 'UNREADABLE', 'BROKEN', 'DANGER', 'REFUSED', 'OTHER')),
  remark text,
  -- By the phone's clock, not after the server's.
  visited_at timestamptz not null,
  visited_by uuid not null,
  visited_by_name text not null,
  latitude numeric(10, 7) constraint read_attempts_latitude_check check (latitude between -90 and 90),
  longitude numeric(10, 7) constraint read_attempts_longitude_check check (longitude between -180 and 180),
  accuracy_m int constraint read_attempts_accuracy_check check (accuracy_m >= 0),
  -- From the known place of the connection, and since the same person was at another one; null: not known.
  distance_m int,
  since_last_s int,
  photo_file_id uuid,
  constraint read_attempts_place_check check ((latitude is null) = (longitude is null)),
  constraint read_attempts_remark_check check (reason <> 'OTHER' or remark is not null)
);
create index read_attempts_connection on meters.read_attempts (connection_id, period, visited_at);
create index read_attempts_person on meters.read_attempts (visited_by, visited_at);
revoke select on meters.read_attempts from jolkol_consumer;
-- What was noted stays; its photo comes later.
revoke update, delete, truncate on meters.read_attempts from jolkol_app;
grant update (photo_file_id) on meters.read_attempts to jolkol_app;

-- Two more checks, of the visit: `factor` is seconds since the meter before, or metres from the connection's place.
alter table meters.reading_checks drop constraint reading_checks_code_check;
alter table meters.reading_checks add constraint reading_checks_code_check check (code in
  ('HIGH', 'VERY_HIGH', 'LOW', 'ZERO', 'NEGATIVE', 'ROLL_OVER', 'GAP', 'SAME_VALUE', 'FUTURE', 'TOO_FAST', 'FAR_AWAY'));
alter table meters.reading_checks drop constraint reading_checks_limits_check;
alter table meters.reading_checks add constraint reading_checks_limits_check check (
  case when code in ('HIGH', 'VERY_HIGH') then factor is not null and litres is not null
    when code in ('LOW', 'GAP', 'ROLL_OVER', 'TOO_FAST', 'FAR_AWAY') then factor is not null
    when code = 'ZERO' then readings is not null else true end
);
insert into meters.reading_checks (code, effect, factor) values ('TOO_FAST', 'REVIEW', 10), ('FAR_AWAY', 'REVIEW', 100);
