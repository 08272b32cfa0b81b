-- A notice that ends early, or by use, gets another last day. What was noted stays beside it, and so does the use that ended it: household and office
-- read both.
alter table billing.empty_houses
  add column noted_until_day date,
  add column used_litres bigint,
  add column used_most_litres bigint;
alter table billing.empty_houses disable trigger user;
-- The log has what was noted. The use of a bill that was corrected since is not known.
update billing.empty_houses h set
  noted_until_day = greatest(h.until_day, (select (a.after ->> 'untilDay')::date from platform.audit a
    where a.object = 'empty-house' and a.object_id = h.id::text and a.action = 'empty-house.note' order by a.at limit 1)),
  (used_litres, used_most_litres) = (
    select i.usage_litres - e.before - coalesce(e.after, 0), e.litres from billing.invoices i
    cross join lateral jsonb_to_recordset(i.empty_days) as e (id uuid, litres numeric, before numeric, after numeric)
    where i.id = h.ended_by_invoice_id and e.id = h.id and i.usage_litres - e.before - coalesce(e.after, 0) > e.litres
      and not exists (select from billing.adjustments a where a.invoice_id = i.id));
alter table billing.empty_houses enable trigger user;
alter table billing.empty_houses
  alter column noted_until_day set not null,
  add constraint empty_houses_noted_check check (until_day = noted_until_day or until_day < noted_until_day and state in ('ENDED', 'ENDED_BY_USE')),
  add constraint empty_houses_used_check check (num_nonnulls(used_litres, used_most_litres) in (0, 2) and (used_litres is null or state = 'ENDED_BY_USE'));
create trigger keep_noted before update on billing.empty_houses for each row
  when (new.noted_until_day is distinct from old.noted_until_day
    or (new.used_litres, new.used_most_litres) is distinct from (old.used_litres, old.used_most_litres) and new.state = old.state)
  execute function platform.refuse_change();
