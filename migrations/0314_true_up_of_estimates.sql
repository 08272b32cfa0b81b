-- A real reading can show less water than was estimated since the last one. Then the estimates are made again between the two real
-- figures: a rule that no setting chooses, because it needs the later reading.
alter table meters.estimates drop constraint estimates_method_check,
  add constraint estimates_method_check check (method in ('LAST_YEAR', 'RECENT', 'CATEGORY', 'BETWEEN'));

-- A household's bill says that its reading was estimated, and by which rule.
select platform.limit_to_consumer('meters.estimates', 'exists (select from meters.readings r where r.id = reading_id and r.period = estimates.period)');
revoke select on meters.estimates from jolkol_consumer;
grant select (reading_id, period, method) on meters.estimates to jolkol_consumer;
