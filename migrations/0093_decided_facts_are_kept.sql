-- Posted money rests on readings, on the registers of assignments, on runs, and on what two people decided. The program's
-- role changes of them what a step changes, and nothing else; it deletes none.

create function platform.keep_decided() returns trigger language plpgsql as $$
begin
  raise exception '% % is decided', tg_table_name, old.id using errcode = '23514', constraint = tg_table_name || '_decided';
end
$$;
-- Who asked for what, and the limits that counted, are never changed; the decision is written one time.
create function platform.decided_once(relation regclass, decision text) returns void language plpgsql as $$
begin
  execute format('revoke update, delete, truncate on %s from jolkol_app', relation);
  execute format('grant update (%s) on %s to jolkol_app', decision, relation);
  execute format('create trigger decided before update on %s for each row when (old.state <> ''REQUESTED'')
    execute function platform.keep_decided()', relation);
end
$$;
select platform.decided_once('payments.reversals', 'state, decided_by, decided_at');
select platform.decided_once('billing.corrections', 'state, decided_by, decided_at');
select platform.decided_once('billing.bill_run_reversals', 'state, decided_by, decided_at');
select platform.decided_once('payments.proposals', 'state, decided_by, decided_at, decision_remark, payment_id');

-- Where a meter begins is never changed; its end is written, corrected until it is billed, and taken back.
revoke update, delete, truncate on meters.assignments from jolkol_app;
grant update (removed_on, final_litres, final_status, changed_at) on meters.assignments to jolkol_app;

-- What a run bills, who planned it and why are never changed. Once it is posted, who approved it and its days are not either:
-- then a run is reversed, or stays.
revoke update, delete, truncate on billing.bill_runs from jolkol_app;
grant update (state, version, proof, issued_on, due_on, approved_by, approved_at, posted_at, cancelled_by, cancelled_at, cancel_reason)
  on billing.bill_runs to jolkol_app;
create function billing.keep_posted_run() returns trigger language plpgsql as $$
begin
  raise exception 'run % is posted', old.id using errcode = '23514', constraint = 'bill_runs_posted';
end
$$;
create trigger keep_posted before update on billing.bill_runs for each row
  when (current_user = 'jolkol_app' and old.state in ('POSTED', 'REVERSED') and (new.state not in (old.state, 'REVERSED')
    or (new.issued_on, new.due_on, new.approved_by, new.approved_at, new.posted_at)
      is distinct from (old.issued_on, old.due_on, old.approved_by, old.approved_at, coalesce(old.posted_at, new.posted_at))))
  execute function billing.keep_posted_run();

-- The outcomes of a run are what its bills were posted from.
create function billing.keep_posted_items() returns trigger language plpgsql as $$
begin
  if exists (select from billing.bill_runs r
      where r.id in (select g.run_id from gone g) and r.state in ('POSTED', 'REVERSED')) then
    raise exception 'outcomes of a posted run' using errcode = '23514', constraint = 'bill_run_items_posted';
  end if;
  return null;
end
$$;
create trigger keep_posted_update after update on billing.bill_run_items
  referencing old table as gone for each statement execute function billing.keep_posted_items();
create trigger keep_posted_delete after delete on billing.bill_run_items
  referencing old table as gone for each statement execute function billing.keep_posted_items();
create trigger keep_posted_update after update on billing.correction_items
  referencing old table as gone for each statement execute function billing.keep_posted_items();
create trigger keep_posted_delete after delete on billing.correction_items
  referencing old table as gone for each statement execute function billing.keep_posted_items();
revoke truncate on billing.bill_run_items, billing.correction_items from jolkol_app;

-- A reading that is billed says what its bill says, until it is replaced by a correction or its bill is cancelled.
revoke delete, truncate on meters.readings from jolkol_app;
create function meters.keep_billed() returns trigger language plpgsql as $$
begin
  raise exception 'reading % is billed', old.id using errcode = '23514', constraint = 'readings_billed';
end
$$;
create trigger keep_billed before update on meters.readings for each row
  when (old.state = 'BILLED' and (old.connection_id, old.meter_id, old.period, old.read_on, old.register_litres, old.previous_litres,
      old.previous_on, old.consumption_litres, old.source, old.taken_by, old.import_id, old.replaces_id)
    is distinct from (new.connection_id, new.meter_id, new.period, new.read_on, new.register_litres, new.previous_litres,
      new.previous_on, new.consumption_litres, new.source, new.taken_by, new.import_id, new.replaces_id))
  execute function meters.keep_billed();

-- At the commit: a bill that counts has its reading, the first one or the one that a correction put in its place.
create function billing.bill_has_its_reading() returns trigger language plpgsql as $$
begin
  if exists (
    select from billing.invoices i
    where i.connection_id = old.connection_id and i.period = old.period and i.reading_id is not null and i.cancelled_on is null
  ) and not exists (
    select from meters.readings r
    where r.connection_id = old.connection_id and r.period = old.period and r.state = 'BILLED'
  ) then
    raise exception 'the bill of reading % counts', old.id using errcode = '23514', constraint = 'readings_of_bills';
  end if;
  return null;
end
$$;
create constraint trigger bill_has_its_reading after update on meters.readings deferrable initially deferred for each row
  when (old.state = 'BILLED' and new.state <> 'BILLED') execute function billing.bill_has_its_reading();
