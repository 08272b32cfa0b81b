-- PWS-900003, PWS 900003 and PWS900003 were three meters, and are read out as one. Meters are compared by letters and digits only, Bengali
-- letters too (src/domains/meters/by-number.ts, plateKey). The key is stored, so that lists and files of readings do not compute it.
create function meters.plate_key(number text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(translate(number, '০১২৩৪৫৬৭৮৯', '0123456789')), '[^0-9A-Z' || chr(2432) || '-' || chr(2559) || ']', '', 'g')
$$;

-- Twins that are there keep their numbers, because these are on their plates: the earlier meter has the key, and the later ones are
-- marked, so that the index leaves them out. No new meter gets the key again.
alter table meters.meters
  add column number_key text not null generated always as (meters.plate_key(number)) stored,
  add column number_alike boolean not null default false;
update meters.meters m set number_alike = true
from (select id, row_number() over (partition by number_key order by created_at, id) as place from meters.meters) twin
where twin.id = m.id and twin.place > 1;

alter table meters.meters drop constraint meters_number_key;
create unique index meters_number_key on meters.meters (number_key) where not number_alike;
create index meters_number_alike on meters.meters (number_key);
-- A file of readings looks for the number as it is written first.
create index meters_number on meters.meters (number);
drop index meters.meters_number_search;
create index meters_number_search on meters.meters using gin (number_key gin_trgm_ops);
