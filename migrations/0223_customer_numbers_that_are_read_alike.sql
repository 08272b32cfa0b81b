-- OLD77, OLD-77 and old 77 were three customer numbers, and are read out as one. The numbers of an earlier book are compared by their letters
-- and digits only (src/shared/number-kinds.ts, numberKey).
create function platform.number_key(number text) returns text language sql immutable parallel safe as $$
  select regexp_replace(upper(translate(number, '০১২৩৪৫৬৭৮৯', '0123456789')), '[^A-Z0-9]', '', 'g')
$$;

-- Twins that are there keep their numbers, because papers with them are in people's hands: the earlier application has the number, and the
-- later one is marked, so that the index leaves it out. No letter makes another one.
alter table applications.applications add column customer_number_alike boolean not null default false;
update applications.applications a set customer_number_alike = true
from (select id, row_number() over (partition by platform.number_key(customer_number) order by letter_issued_on nulls last, id) as place
  from applications.applications where customer_number is not null) twin
where twin.id = a.id and twin.place > 1;

alter table applications.applications drop constraint applications_customer_number_key;
create unique index applications_customer_number_key on applications.applications (platform.number_key(customer_number))
  where not customer_number_alike;
create index connections_number_alike on meters.connections (platform.number_key(number));
