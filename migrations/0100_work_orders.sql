-- Work orders: repairs and other work at a place, from the request to the verified end; the stock of materials that it takes from.
select platform.open_schema('work_orders');

create table work_orders.categories (
  id uuid primary key default uuidv7(),
  code text not null constraint categories_code_key unique,
  name_en text not null,
  name_bn text not null,
  priority text not null constraint categories_priority_check check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  -- Within these hours the work has to be done.
  hours int not null constraint categories_hours_check check (hours > 0),
  -- Who asks pays for it.
  chargeable boolean not null default false,
  position int not null
);
insert into work_orders.categories (code, name_en, name_bn, priority, hours, chargeable, position) values
  ('PIPE_BURST', 'Pipe burst', 'পাইপ ফেটে গেছে', 'URGENT', 12, false, 1),
  ('LEAK', 'Leak', 'পানি চুঁইয়ে পড়ছে', 'HIGH', 48, false, 2),
  ('NO_WATER', 'No water', 'পানি আসছে না', 'HIGH', 24, false, 3),
  ('LOW_PRESSURE', 'Low pressure', 'পানির চাপ কম', 'NORMAL', 72, false, 4),
  ('WATER_QUALITY', 'Dirty or smelling water', 'পানি ময়লা বা দুর্গন্ধযুক্ত', 'HIGH', 24, false, 5),
  ('METER_FAULT', 'Meter does not work', 'মিটার নষ্ট', 'NORMAL', 120, false, 6),
  ('SERVICE_LINE', 'Service line moved or renewed', 'সার্ভিস লাইন সরানো বা নতুন করা', 'LOW', 240, true, 7),
  ('ROAD_CUT', 'Road to be restored', 'রাস্তা মেরামত', 'NORMAL', 168, false, 8),
  ('DISCONNECTION', 'Disconnection', 'সংযোগ বিচ্ছিন্ন করা', 'NORMAL', 72, false, 9),
  ('RECONNECTION', 'Reconnection', 'পুনঃসংযোগ', 'HIGH', 24, true, 10),
  ('OTHER', 'Other work', 'অন্যান্য কাজ', 'NORMAL', 120, false, 11);

create table work_orders.orders (
  id uuid primary key default uuidv7(),
  number text not null constraint orders_number_key unique,
  category_id uuid not null constraint orders_category_id_fkey references work_orders.categories,
  connection_id uuid constraint orders_connection_id_fkey references meters.connections,
  consumer_id uuid constraint orders_consumer_id_fkey references consumers.consumers,
  road_id uuid not null constraint orders_road_id_fkey references settings.roads,
  plot_number text not null,
  description text not null,
  phone text,
  priority text not null constraint orders_priority_check check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  asked_as text not null constraint orders_asked_as_check check (asked_as in ('CONSUMER', 'STAFF')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  state text not null default 'PENDING' constraint orders_state_check check (state in ('PENDING', 'ON_REVIEW', 'ACCEPTED', 'ASSIGNED',
    'IN_PROGRESS', 'COMPLETED', 'CLOSED', 'RE_OPEN', 'REJECTED', 'CANCELLED')),
  state_since timestamptz not null,
  reviewer_id uuid,
  reviewer_name text,
  -- The estimate; null before somebody has made one.
  labour_minor bigint constraint orders_labour_check check (labour_minor >= 0),
  estimate_minor bigint constraint orders_estimate_check check (estimate_minor >= 0),
  -- What who asked has to pay; null: nothing.
  charge_minor bigint constraint orders_charge_check check (charge_minor > 0),
  paid_minor bigint not null default 0 constraint orders_paid_check check (paid_minor between 0 and coalesce(charge_minor, 0)),
  waived_by uuid,
  waived_by_name text,
  waived_reason text,
  crew_id uuid constraint orders_crew_id_fkey references identity.users,
  crew_name text,
  assigned_at timestamptz,
  arrived_at timestamptz,
  completed_at timestamptz,
  cause text,
  work_done text,
  lost_litres bigint constraint orders_lost_check check (lost_litres >= 0),
  used_minor bigint constraint orders_used_check check (used_minor >= 0),
  variance_reason text,
  verified_by uuid,
  verified_by_name text,
  closed_at timestamptz,
  reopened int not null default 0,
  -- Why it was returned, refused, cancelled or opened again.
  remark text,
  version int not null default 1,
  constraint orders_two_persons check (state <> 'CLOSED' or verified_by <> crew_id),
  constraint orders_crew_check check (state not in ('ASSIGNED', 'IN_PROGRESS', 'COMPLETED', 'CLOSED') or (crew_id is not null and assigned_at is not null)),
  constraint orders_arrival_check check (arrived_at is null or arrived_at >= assigned_at),
  constraint orders_completion_check check (completed_at is null or completed_at >= arrived_at),
  constraint orders_times_check check ((state not in ('IN_PROGRESS', 'COMPLETED', 'CLOSED') or arrived_at is not null)
    and (state not in ('COMPLETED', 'CLOSED') or completed_at is not null)),
  constraint orders_settled_check check (state in ('PENDING', 'ON_REVIEW', 'REJECTED', 'CANCELLED')
    or charge_minor is null or paid_minor = charge_minor or waived_by is not null),
  constraint orders_waived_check check ((waived_by is null) = (waived_reason is null))
);
create index orders_state on work_orders.orders (state, due_at, id);
create index orders_asked_at on work_orders.orders (asked_at desc, id);
create index orders_crew_id on work_orders.orders (crew_id, state) where crew_id is not null;
create index orders_consumer_id on work_orders.orders (consumer_id, asked_at desc);
create index orders_connection_id on work_orders.orders (connection_id);
create index orders_place on work_orders.orders (road_id, plot_number);
create index orders_category_id on work_orders.orders (category_id);
select platform.limit_to_consumer('work_orders.orders', $own$
  consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])$own$);
select platform.open_to_consumer('work_orders.orders');
select platform.open_to_consumer('work_orders.categories');

-- What is planned for an order and what it took: with the rate of the day on which it was written.
create table work_orders.materials (
  order_id uuid not null constraint materials_order_id_fkey references work_orders.orders,
  kind text not null constraint materials_kind_check check (kind in ('ESTIMATE', 'USED')),
  line_no int not null,
  material_id uuid not null constraint materials_material_id_fkey references settings.materials,
  quantity numeric(12, 3) not null constraint materials_quantity_check check (quantity > 0),
  rate_minor bigint not null,
  amount_minor bigint not null,
  primary key (order_id, kind, line_no),
  constraint materials_once_key unique (order_id, kind, material_id)
);

-- What is in the store: the sum of its movements, kept with them in one transaction. A material without a row is not kept in the store.
create table work_orders.stock (
  material_id uuid primary key constraint stock_material_id_fkey references settings.materials,
  on_hand numeric(14, 3) not null constraint stock_on_hand_check check (on_hand >= 0)
);
create table work_orders.stock_movements (
  id uuid primary key default uuidv7(),
  material_id uuid not null constraint stock_movements_material_id_fkey references settings.materials,
  order_id uuid constraint stock_movements_order_id_fkey references work_orders.orders,
  quantity numeric(12, 3) not null constraint stock_movements_quantity_check check (quantity <> 0),
  at timestamptz not null,
  actor_name text not null,
  remark text not null
);
create index stock_movements_material_id on work_orders.stock_movements (material_id, at desc);
select platform.append_only('work_orders.stock_movements');

create table work_orders.photos (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint photos_order_id_fkey references work_orders.orders,
  moment text not null constraint photos_moment_check check (moment in ('REQUEST', 'BEFORE', 'AFTER')),
  file_id uuid not null constraint photos_file_id_fkey references platform.files,
  file_name text not null,
  uploaded_at timestamptz not null,
  uploaded_by uuid,
  uploaded_by_name text not null
);
create index photos_order_id on work_orders.photos (order_id, uploaded_at);
select platform.append_only('work_orders.photos');

create table work_orders.timeline (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint timeline_order_id_fkey references work_orders.orders,
  at timestamptz not null,
  action text not null,
  from_state text,
  to_state text not null,
  actor_name text not null,
  by_office boolean not null,
  remark text
);
create index timeline_order_id on work_orders.timeline (order_id, at);
select platform.append_only('work_orders.timeline');
