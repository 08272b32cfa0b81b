-- Who could write to the table could add a leak that looks decided already, so that one person alone approves its credit (0419 refused the
-- same to changes). A leak begins as what was asked, and nothing else.
create function billing.refuse_decided_leak() returns trigger language plpgsql as $$
begin
  raise exception 'a leak begins as a request that is open' using errcode = '23514', constraint = 'leaks_asked';
end
$$;
create trigger asked before insert on billing.leaks for each row
  when (new.state <> 'OPEN' or num_nonnulls(new.decided_by, new.answer, new.amount_minor, new.approved_by, new.correction_id, new.returned_reason) > 0)
  execute function billing.refuse_decided_leak();
