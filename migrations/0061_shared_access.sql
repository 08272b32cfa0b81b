-- A family member or a tenant gets their own access to one connection: the account holder invites a phone, its owner accepts
-- with the code that came by SMS and their own account, and sees the connection's bills, payments and use; with the right to pay
-- they pay too. It ends on a day, when one of the two ends it, or when the connection goes to another holder. And a
-- consumer still sees what was billed to them for a connection that is another's now.

-- The business day of the current transaction: the request's own, so that rows and rules agree; else by the clock.
create function platform.today() returns date language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('app.today', true), '')::date,
    (now() at time zone coalesce(nullif(current_setting('app.time_zone', true), ''), 'Asia/Dhaka'))::date)
$$;

create table meters.accesses (
  id uuid primary key default uuidv7(),
  connection_id uuid not null constraint accesses_connection_id_fkey references meters.connections,
  -- The account holder who invited. The access is in force only as long as the connection is theirs.
  holder_id uuid not null constraint accesses_holder_id_fkey references consumers.consumers,
  -- The one who accepts has an account with this proven phone.
  phone text not null,
  -- As the holder calls them.
  name text not null,
  email text,
  may_pay boolean not null,
  -- Its last day; null means until somebody ends it.
  ends_on date,
  code_hash bytea not null,
  invited_at timestamptz not null,
  -- Of the invitation.
  expires_at timestamptz not null,
  consumer_id uuid constraint accesses_consumer_id_fkey references consumers.consumers,
  accepted_at timestamptz,
  ended_at timestamptz,
  ended_as text constraint accesses_ended_as_check check (ended_as in ('WITHDRAWN', 'LEFT', 'OVER', 'HOLDER_CHANGED')),
  constraint accesses_accepted_check check ((consumer_id is null) = (accepted_at is null)),
  constraint accesses_ended_check check ((ended_at is null) = (ended_as is null))
);
create unique index accesses_living_key on meters.accesses (connection_id, phone) where ended_at is null;
create index accesses_consumer_id on meters.accesses (consumer_id) where consumer_id is not null;
create index accesses_holder_id on meters.accesses (holder_id, invited_at);
create index accesses_phone on meters.accesses (phone, invited_at);

-- Connections that somebody else shares with the consumer on this day, to pay for or to see.
create function meters.shared_with(consumer uuid, day date, to_pay boolean) returns uuid[] language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce(array_agg(a.connection_id), '{}')
  from meters.accesses a
  join meters.connections c on c.id = a.connection_id
  join consumers.consumers h on h.id = a.holder_id
  where a.consumer_id = any (consumers.known_as(consumer)) and a.ended_at is null
    and (a.ends_on is null or a.ends_on >= day) and (a.may_pay or not to_pay)
    and c.consumer_id = coalesce(h.merged_into, h.id)
$$;

-- True if the consumer of a bill or a payment is the one who has the connection now. What an earlier holder was billed is
-- not shared.
create function meters.is_of_holder(connection uuid, consumer uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from meters.connections c where c.id = connection and consumer = any (consumers.known_as(c.consumer_id)))
$$;

-- Whose name is on the bills of a connection that is shared with the reader: the rest of the entry is not theirs to see.
create function meters.holder_name(connection uuid) returns text language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce(u.name_bn, u.name) from meters.connections c join consumers.consumers u on u.id = c.consumer_id
  where c.id = connection
    and c.id = any (meters.shared_with(platform.consumer_id(), platform.today(), false))
$$;

-- Connections that the consumer has bills of and that are another's now.
create function meters.once_held(consumer uuid) returns uuid[] language sql stable parallel safe
security definer set search_path = '' as $$
  select coalesce(array_agg(distinct i.connection_id), '{}')
  from billing.invoices i join meters.connections c on c.id = i.connection_id
  where i.consumer_id = any (consumers.known_as(consumer)) and c.consumer_id <> consumer
$$;

-- An access does not come back when a connection does. Decided at the commit: two entries that become one are the same holder.
create function meters.end_accesses() returns trigger language plpgsql as $$
begin
  update meters.accesses a set ended_at = now(), ended_as = 'HOLDER_CHANGED'
  from meters.connections c, consumers.consumers h
  where a.connection_id = new.id and a.ended_at is null and c.id = a.connection_id and h.id = a.holder_id
    and c.consumer_id <> coalesce(h.merged_into, h.id);
  return null;
end
$$;
create constraint trigger end_accesses after update of consumer_id on meters.connections
  deferrable initially deferred for each row when (old.consumer_id is distinct from new.consumer_id)
  execute function meters.end_accesses();

select platform.limit_to_consumer('meters.accesses',
  'holder_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
    or consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])');
-- What the code is checked by is nobody's to read.
revoke select on meters.accesses from jolkol_consumer;
grant select (id, connection_id, holder_id, phone, name, email, may_pay, ends_on, invited_at, expires_at, consumer_id, accepted_at,
  ended_at, ended_as) on meters.accesses to jolkol_consumer;

-- Who paid, if it was not the holder: the receipt is theirs, the holder sees it too.
alter table payments.payments
  add column payer_id uuid constraint payments_payer_id_fkey references consumers.consumers;
create index payments_payer_id on payments.payments (payer_id) where payer_id is not null;

alter policy own_rows on meters.connections using (
  consumer_id = platform.consumer_id()
  or id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
  or id = any ((select meters.once_held(platform.consumer_id()))::uuid[]));
alter policy own_rows on meters.readings using (exists (
  select from meters.connections c where c.id = connection_id and (c.consumer_id = platform.consumer_id()
    or c.id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[]))));
alter policy own_rows on billing.invoices using (
  consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or (connection_id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
    and meters.is_of_holder(connection_id, consumer_id)));
alter policy own_rows on payments.payments using (
  consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or payer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or (connection_id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
    and meters.is_of_holder(connection_id, consumer_id)));
-- The meter is on the bill.
alter policy own_rows on meters.assignments using (exists (
  select from meters.connections c where c.id = connection_id and (c.consumer_id = platform.consumer_id()
    or c.id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[]))));
alter policy own_rows on meters.meters using (exists (
  select from meters.assignments a where a.meter_id = meters.id));
