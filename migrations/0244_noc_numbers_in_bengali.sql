-- রাজউক/২০২৬/০০০০০২ is read out as RAJUK/2026/000002, and was another number. What was noted two times before this was asked stays as it is.
drop index applications.applications_noc_number_key, applications.applications_noc_number;
create or replace function applications.plain_noc(noc text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(upper(translate(noc, '০১২৩৪৫৬৭৮৯', '0123456789')), '[^0-9A-Z' || chr(2432) || '-' || chr(2559) || ']+', '/', 'g'), '/'),
    '^(RAJUK|রাজউক)/', '')
$$;
update applications.applications a set noc_doubled = true
where a.noc_number is not null and a.deleted_at is null and a.state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED') and not a.noc_doubled
  and exists (select from applications.applications o
    where o.id < a.id and o.deleted_at is null and o.state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED')
      and applications.plain_noc(o.noc_number) = applications.plain_noc(a.noc_number));
create unique index applications_noc_number_key on applications.applications (applications.plain_noc(noc_number))
  where noc_number is not null and not noc_doubled and deleted_at is null and state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED');
create index applications_noc_number on applications.applications (applications.plain_noc(noc_number))
  where noc_number is not null and deleted_at is null;
