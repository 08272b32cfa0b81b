-- SMS and mails are delivered by jobs of their own, so that a mail server that hangs keeps no SMS waiting. What expires, like a code, goes
-- before what does not: thousands of messages of a run may be due already.
create index outbox_due_by_channel on platform.outbox (channel, (expires_at is null), due_at) where state in ('waiting', 'sending');
drop index platform.outbox_due;

create or replace function platform.wake_outbox() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from inserted where channel = 'sms') then
    perform platform.add_job('platform:deliver-outbox', '{}');
  end if;
  if exists (select from inserted where channel = 'email') then
    perform platform.add_job('platform:deliver-mails', '{}');
  end if;
  return null;
end $$;

-- Mails that were waiting for the job of before.
select platform.add_job('platform:deliver-mails', '{}') where exists (select from platform.outbox where channel = 'email' and state = 'waiting');
