-- Consumers: persons or bodies that have, or ask for, a connection. One may hold many connections.
select platform.open_schema('consumers');

create table consumers.consumers (
  id uuid primary key default uuidv7(),
  number text not null,
  name text not null,
  name_bn text,
  phone text not null,
  email text,
  nid text,
  date_of_birth date,
  address text not null default '',
  image_file_id uuid,
  status text not null default 'active' constraint consumers_status_check check (status in ('active', 'inactive')),
  version int not null default 1,
  created_at timestamptz not null default now(),
  search text generated always as (
    platform.search_text(number, name, name_bn, phone, email, nid)
  ) stored,
  constraint consumers_number_key unique (number)
);
create index consumers_search on consumers.consumers using gin (search gin_trgm_ops);
create index consumers_phone on consumers.consumers (phone);
create index consumers_name on consumers.consumers (name collate "bn-x-icu", id);
select platform.limit_to_consumer('consumers.consumers', 'id = platform.consumer_id()');
