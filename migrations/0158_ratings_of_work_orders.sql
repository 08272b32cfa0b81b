-- After the work is verified, the household at whose connection it was says how it was: one to five stars, one time for each closing.
alter table work_orders.categories add column asks_rating boolean not null default true;
update work_orders.categories set asks_rating = false where code = 'DISCONNECTION';

create table work_orders.ratings (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint ratings_order_id_fkey references work_orders.orders,
  -- How often the order had been opened again when it was closed.
  closing int not null constraint ratings_closing_check check (closing >= 0),
  stars int not null constraint ratings_stars_check check (stars between 1 and 5),
  remark text,
  rated_at timestamptz not null,
  rated_by uuid not null,
  constraint ratings_once_key unique (order_id, closing)
);
create index ratings_rated_at on work_orders.ratings (rated_at);
select platform.append_only('work_orders.ratings');
select platform.limit_to_consumer('work_orders.ratings', $own$
  exists (select from work_orders.orders o where o.id = order_id
    and o.consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[]))$own$);
select platform.open_to_consumer('work_orders.ratings');
