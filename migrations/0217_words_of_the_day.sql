-- A material that gets another name keeps the earlier one wherever it was used: a row of what is done has name and unit as they were on the day
-- on which it was written. The rows that are there get those of today, and surveys those of their demand note, which has kept them.

alter table work_orders.materials add column name_en text, add column name_bn text, add column unit text;
update work_orders.materials l set name_en = m.name_en, name_bn = m.name_bn, unit = m.unit
  from settings.materials m where m.id = l.material_id;
alter table work_orders.materials alter column name_en set not null, alter column name_bn set not null, alter column unit set not null;

alter table work_orders.stock_movements disable trigger user;
alter table work_orders.stock_movements add column name_en text, add column name_bn text, add column unit text;
update work_orders.stock_movements v set name_en = m.name_en, name_bn = m.name_bn, unit = m.unit
  from settings.materials m where m.id = v.material_id;
alter table work_orders.stock_movements enable trigger user;
alter table work_orders.stock_movements alter column name_en set not null, alter column name_bn set not null, alter column unit set not null;

-- A survey has them from its submission on, as it has its rates. A draft follows the settings.
alter table applications.survey_materials add column name_en text, add column name_bn text, add column unit text;
update applications.survey_materials x set name_en = coalesce(n.name_en, m.name_en), name_bn = coalesce(n.name_bn, m.name_bn),
    unit = coalesce(n.unit, m.unit)
  from applications.survey_materials l join settings.materials m on m.id = l.material_id
  left join (select survey_id, line_no, row_number() over (partition by survey_id order by line_no) as place
    from applications.survey_materials where quantity > 0) p on p.survey_id = l.survey_id and p.line_no = l.line_no
  left join lateral (select w.* from applications.demand_notes d join (select y.*, row_number() over (partition by y.demand_note_id order by y.line_no) as place
      from applications.demand_note_lines y where y.kind = 'material') w on w.demand_note_id = d.id
    where d.survey_id = l.survey_id and w.place = p.place and w.quantity = l.quantity and w.rate_minor = l.rate_minor
    order by d.version_no desc limit 1) n on true
  where x.survey_id = l.survey_id and x.line_no = l.line_no and l.rate_minor is not null;
alter table applications.survey_materials add constraint survey_materials_words_check
  check (num_nulls(rate_minor, name_en, name_bn, unit) in (0, 4));

-- What is added after work was opened again has the rate of that day, beside what was taken before at the rate of then.
alter table work_orders.materials drop constraint materials_once_key;
alter table work_orders.materials add constraint materials_once_key unique (order_id, kind, material_id, rate_minor);
create unique index materials_planned_once_key on work_orders.materials (order_id, material_id) where kind = 'ESTIMATE';
