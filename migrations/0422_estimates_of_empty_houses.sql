-- A meter of an empty house is often not read: nobody opens the door. Estimated at its usual use, its bill would be in full.

-- Days from $2 to before $3 on which nobody lives at connection $1 by an approved notice. The notices are billing's.
create function meters.empty_days(uuid, date, date) returns int language sql stable security definer set search_path = '' as $$
  select coalesce(sum(least(h.until_day, $3) - greatest(h.from_day, $2)), 0)::int from billing.empty_houses h
  where h.connection_id = $1 and h.state in ('APPROVED', 'ENDED', 'ENDED_BY_USE') and h.from_day < $3 and h.until_day > $2
$$;
revoke execute on function meters.empty_days(uuid, date, date) from public;
grant execute on function meters.empty_days(uuid, date, date) to jolkol_app;

alter table meters.estimates drop constraint estimates_method_check,
  add constraint estimates_method_check check (method in ('LAST_YEAR', 'RECENT', 'CATEGORY', 'BETWEEN', 'EMPTY'));
