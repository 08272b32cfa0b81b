-- A cheque is no money before the bank has paid it: a case of late bills that it would pay waits for the bank's answer. What the bank pays is
-- looked at like money; what comes back changes the bills, which is looked at already (0352).
alter table collections.case_events drop constraint case_events_event_check, add constraint case_events_event_check check (event in (
  'reminder', 'notice', 'approved', 'order_cancelled', 'order_ended', 'cheque_waits', 'disconnected', 'reconnection_ordered',
  'reconnection_ended', 'reconnected', 'closed'));

create function collections.note_cheque() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', k.connection_id))
  from payments.payments p join collections.cases k on k.connection_id = p.connection_id
  where p.id = new.payment_id and k.state <> 'CLOSED';
  return null;
end
$$;
create trigger look_at_case after update of state on payments.cheques for each row
  when (old.state is distinct from new.state and new.state = 'CLEARED') execute function collections.note_cheque();

-- Money beside a cheque finds no open bill and becomes an advance. It is enough for what the cheque was to pay.
create function collections.note_advance() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform platform.add_job('collections:look-at-case', json_build_object('connectionId', m.party_id))
  from (select distinct e.party_id from added e where e.account_code = '2200' and e.amount_minor < 0) m
  where exists (select from collections.cases k where k.connection_id = m.party_id and k.state <> 'CLOSED')
    and exists (select from payments.cheques c join payments.payments p on p.id = c.payment_id
      where p.connection_id = m.party_id and c.state in ('RECEIVED', 'DEPOSITED'));
  return null;
end
$$;
create trigger look_at_case after insert on ledger.entries referencing new table as added
  for each statement execute function collections.note_advance();
