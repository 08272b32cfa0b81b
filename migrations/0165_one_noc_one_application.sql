-- A NoC is for one plot and one application. Its number is compared without its prefix, in Latin digits, and however its parts are divided.
create function applications.plain_noc(noc text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(upper(translate(noc, '০১২৩৪৫৬৭৮৯', '0123456789')), '[^0-9A-Z' || chr(2432) || '-' || chr(2559) || ']+', '/', 'g'), '/'),
    '^RAJUK/', '')
$$;

-- Numbers that were noted twice before this was asked stay as they are; noting one again asks.
alter table applications.applications add column noc_doubled boolean not null default false;
update applications.applications a set noc_doubled = true
where a.noc_number is not null and a.deleted_at is null and a.state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED')
  and exists (select from applications.applications o
    where o.id < a.id and o.deleted_at is null and o.state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED')
      and applications.plain_noc(o.noc_number) = applications.plain_noc(a.noc_number));

create unique index applications_noc_number_key on applications.applications (applications.plain_noc(noc_number))
  where noc_number is not null and not noc_doubled and deleted_at is null and state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED');
-- Of ended ones too: another plot does not get their number.
create index applications_noc_number on applications.applications (applications.plain_noc(noc_number))
  where noc_number is not null and deleted_at is null;
