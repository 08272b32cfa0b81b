-- A plot number that looks the same is the same plot: characters that nobody sees, digits of another script or width, spaces and leading
-- zeros made a second application or connection of it.

-- As it is shown: what was written, without what cannot be seen (src/domains/settings/plot-numbers.rules.ts does the same while it is typed).
create function platform.plot_written(plot text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(plot, '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+', ' ', 'g'),
    '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'))
$$;

-- As it is compared.
create function platform.plot_key(plot text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    upper(translate(regexp_replace(normalize(platform.plot_written(plot), NFKC),
      '[\u0009-\u000D\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\u0001-\u001F\u007F-\u009F\u00AD\u034F\u0600-\u0605\u061C\u06DD\u070F\u0890-\u0891\u08E2\u115F-\u1160\u17B4-\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g'),
      '০১২৩৪৫৬৭৮৯०१२३४५६७८९٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹‐‑‒–—―−⁄∕',
      '0123456789012345678901234567890123456789-------//') collate pg_unicode_fast),
    '(^|[^0-9])0+(?=[0-9])', '\1', 'g') collate "default"
$$;

update meters.connections set plot_number = platform.plot_written(plot_number)
where plot_number <> platform.plot_written(plot_number);
update applications.applications set plot_number = platform.plot_written(plot_number)
where plot_number <> platform.plot_written(plot_number);
update applications.applications
set building = jsonb_set(building, '{plotNumber}', to_jsonb(platform.plot_written(building ->> 'plotNumber')))
where building ->> 'plotNumber' <> platform.plot_written(building ->> 'plotNumber');
update work_orders.orders set plot_number = platform.plot_written(plot_number)
where plot_number <> platform.plot_written(plot_number);
update ownership.requests set plot_number = platform.plot_written(plot_number)
where plot_number <> platform.plot_written(plot_number);

-- Searches ask for a plot of any road, guards for one of a road.
create index connections_plot_key on meters.connections (platform.plot_key(plot_number), road_id);
create index applications_plot_key on applications.applications (platform.plot_key(plot_number), road_id) where deleted_at is null;
create index orders_plot_key on work_orders.orders (platform.plot_key(plot_number), road_id);
create index requests_plot_key on ownership.requests (platform.plot_key(plot_number));
drop index meters.connections_plot, meters.connections_plot_lower;
drop index work_orders.orders_open_place;
create index orders_open_place on work_orders.orders (road_id, platform.plot_key(plot_number))
  where state in ('PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED', 'IN_PROGRESS', 'RE_OPEN');
