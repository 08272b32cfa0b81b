-- A statement that reads meters.readings and does not name its month as a value is planned over every part of it. With a part for
-- each of 25 years, planning was the longest step of taking one reading. Five years are a part now; what is older or later
-- stays in the part for all others.
do $$
declare
  columns text;
  year int;
  part text;
begin
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
  where attrelid = 'meters.readings'::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  -- The rows are the same as before, so nothing else changes with them.
  alter table meters.readings disable trigger user;
  for first_year in 2016..2036 by 5 loop
    for year in first_year..first_year + 4 loop
      execute format('alter table meters.readings detach partition meters.readings_%s', year);
    end loop;
    part := format('readings_%s_%s', first_year, first_year + 4);
    execute format('create table meters.%I partition of meters.readings for values from (%L) to (%L)',
      part, first_year || '-01-01', first_year + 5 || '-01-01');
    execute format('revoke all on meters.%I from jolkol_app, jolkol_consumer', part);
    for year in first_year..first_year + 4 loop
      execute format('insert into meters.readings (%s) select %s from meters.readings_%s', columns, columns, year);
      execute format('drop table meters.readings_%s', year);
    end loop;
  end loop;
  alter table meters.readings enable trigger user;
end
$$;
