-- An advance that is left after the final bill of a closed connection was told once, at the end of that run. What came later
-- (a payment, a credit note, a refused refund) was in the list, and nobody was told. Now the database notes how much of the advance
-- of each closed connection was told: what is less is noted at once, what is more gives work to those who tell.
create table billing.told_advances (
  connection_id uuid primary key constraint told_advances_connection_id_fkey references meters.connections on delete cascade,
  -- Never more than the advance: what was told and is gone may be told again when it comes again.
  told_minor bigint not null default 0 constraint told_advances_told_check check (told_minor >= 0),
  -- Each telling has its own.
  telling uuid not null default uuidv7()
);
revoke insert, delete, truncate on billing.told_advances from jolkol_app;

create function billing.advance_of(connection uuid) returns bigint language sql stable as $$
  select coalesce(-sum(e.amount_minor), 0)::bigint from ledger.entries e where e.party_id = connection and e.account_code = '2200'
$$;

-- Those that are closed already: what is left of them was told or is in the list; as long as a reading is not billed, a bill is to come.
insert into billing.told_advances (connection_id, told_minor)
select c.id, case when exists (select from meters.readings r where r.connection_id = c.id and r.living and r.state <> 'BILLED') then 0
  else greatest(0, billing.advance_of(c.id)) end
from meters.connections c where c.status = 'closed';

-- A connection that is closed begins with nothing told. If nothing is left to be billed, no run tells.
create function billing.note_closure() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if new.status = 'closed' then
    insert into billing.told_advances (connection_id) values (new.id) on conflict do nothing;
    perform platform.add_job('billing:tell-advance', json_build_object('connectionId', new.id));
  else
    delete from billing.told_advances t where t.connection_id = new.id;
  end if;
  return null;
end
$$;
create trigger note_closure after update of status on meters.connections for each row
  when (old.status is distinct from new.status and (old.status = 'closed' or new.status = 'closed'))
  execute function billing.note_closure();

-- At the end of the transaction: what comes and is used in it is no rise. Money of a connection moves under its lock, so nobody else
-- writes this row for the same money.
create function billing.note_advance() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
declare
  told bigint;
  advance bigint;
begin
  select t.told_minor into told from billing.told_advances t where t.connection_id = new.party_id;
  if not found then return null; end if;
  advance := greatest(0, billing.advance_of(new.party_id));
  if advance < told then
    update billing.told_advances t set told_minor = advance where t.connection_id = new.party_id and t.told_minor > advance;
  elsif advance > told then
    perform platform.add_job('billing:tell-advance', json_build_object('connectionId', new.party_id));
  end if;
  return null;
end
$$;
create constraint trigger note_advance after insert on ledger.entries deferrable initially deferred for each row
  when (new.account_code = '2200') execute function billing.note_advance();

-- Two approved versions of a category never begin on the same day (`tariff_versions_effective_key`). A person learned it from the last
-- step, after the version was announced to the town. A draft does not move to such a day, and is not announced for it. The copies of a
-- change of VAT take the place of an approved version of their day: they are approved without being announced.
create function billing.refuse_taken_day() returns trigger language plpgsql as $$
begin
  if exists (
    select from billing.tariff_versions o
    where o.category = new.category and o.effective_from = new.effective_from and o.state = 'APPROVED' and o.id <> new.id
  ) then
    raise exception 'another approved version begins on %', new.effective_from
      using errcode = '23505', constraint = 'tariff_versions_effective_key';
  end if;
  return new;
end
$$;
create trigger refuse_taken_day before update of state, category, effective_from on billing.tariff_versions for each row
  when (new.state in ('DRAFT', 'ANNOUNCED')) execute function billing.refuse_taken_day();
