-- A request to open a closed day again ends in one of three ways: a second person opens the day or refuses it with a reason, or
-- who asked takes it back. Refused or taken back, the day stays closed, and somebody may ask again.
alter table ledger.cash_closings
  -- Counted up by each change: who answers a request answers the one that was on the screen.
  add column version int not null default 1,
  add column reopen_answered_by uuid,
  add column reopen_answered_at timestamptz,
  add column reopen_answer text,
  add column reopen_withdrawn boolean not null default false,
  add constraint cash_closings_answered_check check (
    (reopen_answered_at is null) = (reopen_answer is null)
    and (reopen_answered_at is null or (reopen_asked_at is not null and reopened_at is null))
    and (not reopen_withdrawn or reopen_answered_at is not null)),
  drop constraint cash_closings_two_persons,
  -- Who asked neither opens the day nor refuses it; nobody else takes the request back.
  add constraint cash_closings_two_persons check (
    (reopened_at is null or reopened_by is distinct from reopen_asked_by)
    and (reopen_answered_at is null or reopen_withdrawn = (reopen_answered_by is not distinct from reopen_asked_by)));

create or replace function ledger.guard_closing() returns trigger language plpgsql as $$
declare
  -- The variance follows from the others, and is not known yet before the row is written.
  moving constant text[] := case old.state
    when 'WAITING' then '{state,decided_by,decided_at,decision_remark,withdrawn,variance_minor,version}'::text[]
    else '{reopen_asked_by,reopen_asked_at,reopen_reason,reopen_answered_by,reopen_answered_at,reopen_answer,reopen_withdrawn,reopened_by,reopened_at,variance_minor,version}'::text[] end;
begin
  if old.reopened_at is not null or old.state = 'REFUSED' or to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'cash closing % is a fact', old.id using errcode = '23514', constraint = 'cash_closings_frozen';
  end if;
  return new;
end
$$;

-- Whatever happens to a closed day takes the locks of posting, in its order: the month, then the day.
create or replace function ledger.lock_cash_closing() returns trigger language plpgsql as $$
declare
  month constant date := date_trunc('month', new.day)::date;
begin
  -- A request that is refused or taken back moves no money. It ends also when its month was closed meanwhile.
  if new.reopen_answered_at is not null then return new; end if;
  perform ledger.lock_month(month, false);
  perform ledger.lock_day(new.day, true);
  if ledger.is_month_closed(month) then
    raise exception 'the month is closed' using errcode = '23514', constraint = 'journals_period_open';
  end if;
  return new;
end
$$;
