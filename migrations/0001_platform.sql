-- Ground floor: database roles, the platform schema (audit, idempotency keys, number series) and the two
-- functions with which every later migration opens its schema.
--   jolkol_app       the program's own role: reads and writes rows, owns nothing
--   jolkol_consumer  what a consumer's reading request runs as: row-level security limits it to own rows

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

do $$
begin
  if not exists (select from pg_roles where rolname = 'jolkol_app') then
    create role jolkol_app nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'jolkol_consumer') then
    create role jolkol_consumer nologin;
  end if;
exception
  -- Roles belong to the whole server: two databases that migrate at once may both try.
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role('jolkol_app', 'jolkol_consumer', 'member') then
    grant jolkol_consumer to jolkol_app;
  end if;
exception
  when unique_violation then null;
end
$$;

create schema platform;

-- Opens a domain's schema: the program may read and write its rows, a consumer's reads may see what
-- row-level security leaves of them.
create function platform.open_schema(name text) returns void language plpgsql as $$
begin
  execute format('create schema if not exists %I', name);
  execute format('grant usage on schema %I to jolkol_app, jolkol_consumer', name);
  execute format('alter default privileges in schema %I grant select, insert, update, delete on tables to jolkol_app', name);
  execute format('alter default privileges in schema %I grant select on tables to jolkol_consumer', name);
  execute format('alter default privileges in schema %I grant usage on sequences to jolkol_app', name);
end
$$;

select platform.open_schema('platform');
alter default privileges in schema platform revoke select on tables from jolkol_consumer;

-- The consumer that the current transaction reads for; null outside a consumer's request.
create function platform.consumer_id() returns uuid language sql stable as $$
  select nullif(current_setting('app.consumer_id', true), '')::uuid
$$;

-- Second line of defence behind the WHERE of each query: a consumer's transaction sees only rows for which
-- `condition` holds; every other role but the owner sees nothing unless it is the program itself.
create function platform.limit_to_consumer(relation regclass, condition text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format('create policy program on %s to jolkol_app using (true) with check (true)', relation);
  execute format('create policy own_rows on %s for select to jolkol_consumer using (%s)', relation, condition);
end
$$;

-- Append-only tables: rows are facts. Corrections are new rows.
create function platform.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed or deleted', tg_table_name using errcode = '55000';
end
$$;

create function platform.append_only(relation regclass) returns void language plpgsql as $$
begin
  execute format('create trigger append_only before update or delete on %s
    for each statement execute function platform.refuse_change()', relation);
  execute format('create trigger append_only_truncate before truncate on %s
    for each statement execute function platform.refuse_change()', relation);
  execute format('revoke update, delete, truncate on %s from jolkol_app', relation);
end
$$;

-- One row for each change of money, rights, identity, settings or state, in the changing transaction.
create table platform.audit (
  id uuid not null default uuidv7(),
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  role text not null,
  ip inet,
  request_id text not null,
  action text not null,
  object text not null,
  object_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  primary key (id, at)
) partition by range (at);
create index audit_object on platform.audit (object, object_id, at desc);
create index audit_actor on platform.audit (actor_id, at desc);

do $$
begin
  for year in 2024..2040 loop
    execute format('create table platform.audit_%s partition of platform.audit for values from (%L) to (%L)',
      year, year || '-01-01 00:00:00+00', (year + 1) || '-01-01 00:00:00+00');
    execute format('revoke all on platform.audit_%s from jolkol_app', year);
  end loop;
end
$$;
create table platform.audit_other partition of platform.audit default;
revoke all on platform.audit_other from jolkol_app;
select platform.append_only('platform.audit');

-- A repeated call (same actor, same key) gets the first answer again. The row is written in the same
-- transaction as the effect: a second call waits on the key and then finds it.
create table platform.idempotency_keys (
  actor_id uuid not null,
  key text not null,
  request_hash text not null,
  status int,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);
create index idempotency_keys_created_at on platform.idempotency_keys (created_at);

-- Gapless number series: the row is locked by the taking transaction, so take numbers last.
create table platform.number_series (
  series text primary key,
  last bigint not null default 0
);

-- Takes `count` consecutive numbers of a series and gives the first.
create function platform.take_numbers(series_name text, count bigint default 1) returns bigint language sql as $$
  insert into platform.number_series as s (series, last) values (series_name, count)
  on conflict (series) do update set last = s.last + excluded.last
  returning last - count + 1
$$;

-- Check digit in the GTIN manner (weights 3, 1 from the right): finds every wrong digit and most swaps.
create function platform.check_digit(n bigint) returns int language sql immutable parallel safe as $$
  select ((10 - (
    (n % 10) * 3 + (n / 10 % 10) + (n / 100 % 10) * 3 + (n / 1000 % 10) + (n / 10000 % 10) * 3
    + (n / 100000 % 10) + (n / 1000000 % 10) * 3 + (n / 10000000 % 10) + (n / 100000000 % 10) * 3
    + (n / 1000000000 % 10) + (n / 10000000000 % 10) * 3 + (n / 100000000000 % 10)
  ) % 10) % 10)::int
$$;

-- A number that people say, type and scan: one digit for the kind, eight for the count, one check digit.
-- Kinds: 1 application, 2 consumer, 3 connection, 4 demand note, 5 invoice, 6 receipt, 7 work order, 8 ticket.
create function platform.human_number(kind int, n bigint) returns text language sql immutable parallel safe as $$
  select (kind * 100000000 + n)::text || platform.check_digit(kind * 100000000 + n)
$$;

-- Text made comparable for search: lower case, one blank between words.
create function platform.search_text(variadic parts text[]) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(array_to_string(parts, ' '), '\s+', ' ', 'g'))
$$;

-- Calls counted per class and caller; the shape is that of the rate limiter's library.
create unlogged table platform.rate_limits (
  key varchar(255) primary key,
  points int not null default 0,
  expire bigint
);
