-- Support tickets: what a consumer tells the utility, in one thread, until it is solved; with clocks in working time.
select platform.open_schema('support');

create table support.categories (
  id uuid primary key default uuidv7(),
  code text not null constraint categories_code_key unique,
  name_en text not null,
  name_bn text not null,
  priority text not null constraint categories_priority_check check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  -- Working hours until somebody answers, and until it is solved.
  answer_hours int not null constraint categories_answer_check check (answer_hours > 0),
  solve_hours int not null constraint categories_solve_check check (solve_hours >= answer_hours),
  -- What kind of work somebody is usually sent for.
  order_category_id uuid constraint categories_order_category_id_fkey references work_orders.categories,
  active boolean not null default true,
  position int not null
);
insert into support.categories (code, name_en, name_bn, priority, answer_hours, solve_hours, order_category_id, position)
select c.code, c.name_en, c.name_bn, c.priority, c.answer_hours, c.solve_hours, k.id, c.position
from (values
  ('NO_WATER', 'No water', 'পানি আসছে না', 'URGENT', 1, 8, 'NO_WATER', 1),
  ('LOW_PRESSURE', 'Low pressure', 'পানির চাপ কম', 'NORMAL', 4, 24, 'LOW_PRESSURE', 2),
  ('WATER_QUALITY', 'Dirty or smelling water', 'পানি ময়লা বা দুর্গন্ধযুক্ত', 'HIGH', 2, 16, 'WATER_QUALITY', 3),
  ('LEAK', 'Leak', 'পাইপ থেকে পানি পড়ছে', 'HIGH', 2, 16, 'LEAK', 4),
  ('WRONG_BILL', 'Wrong bill', 'বিলে ভুল', 'NORMAL', 8, 40, null, 5),
  ('METER', 'Meter', 'মিটারের সমস্যা', 'NORMAL', 8, 40, 'METER_FAULT', 6),
  ('PAYMENT', 'Payment', 'পেমেন্টের সমস্যা', 'NORMAL', 4, 24, null, 7),
  ('CONNECTION', 'Connection or application', 'সংযোগ বা আবেদন', 'NORMAL', 8, 40, 'SERVICE_LINE', 8),
  ('OTHER', 'Something else', 'অন্য বিষয়', 'LOW', 8, 56, 'OTHER', 9)
) as c (code, name_en, name_bn, priority, answer_hours, solve_hours, work, position)
left join work_orders.categories k on k.code = c.work;
select platform.open_to_consumer('support.categories');

create table support.tickets (
  id uuid primary key default uuidv7(),
  number text not null constraint tickets_number_key unique,
  category_id uuid not null constraint tickets_category_id_fkey references support.categories,
  -- Whose matter it is. It stays theirs when a connection gets another owner.
  consumer_id uuid not null constraint tickets_consumer_id_fkey references consumers.consumers,
  subject text not null,
  connection_id uuid constraint tickets_connection_id_fkey references meters.connections,
  application_id uuid constraint tickets_application_id_fkey references applications.applications,
  invoice_id uuid constraint tickets_invoice_id_fkey references billing.invoices,
  -- The work order that the consumer writes about. Work that the ticket led to names the ticket itself.
  order_id uuid constraint tickets_order_id_fkey references work_orders.orders,
  channel text not null constraint tickets_channel_check check (channel in ('PORTAL', 'COUNTER', 'PHONE')),
  priority text not null constraint tickets_priority_check check (priority in ('LOW', 'NORMAL', 'HIGH', 'URGENT')),
  asked_by uuid not null,
  asked_by_name text not null,
  asked_at timestamptz not null,
  state text not null default 'OPEN' constraint tickets_state_check check (state in ('OPEN', 'ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER',
    'WAITING_FIELD', 'RESOLVED', 'REJECTED', 'CLOSED', 'REOPENED')),
  state_since timestamptz not null,
  agent_id uuid constraint tickets_agent_id_fkey references identity.users,
  agent_name text,
  -- Who had it when it was opened again.
  former_agent_id uuid,
  reopened int not null default 0,
  -- The hours of the category when the clocks were started.
  answer_hours int not null,
  solve_hours int not null,
  -- Null: answered, or ended.
  answer_due_at timestamptz,
  answered_at timestamptz,
  -- Null: the clock is stopped, or ended.
  solve_due_at timestamptz,
  -- Working minutes that were left when the clock was stopped.
  minutes_left int,
  -- Since when it is resolved or rejected.
  ended_at timestamptz,
  last_message_id uuid,
  last_message_at timestamptz,
  last_by_office boolean,
  consumer_seen_at timestamptz,
  agent_seen_at timestamptz,
  stars int constraint tickets_stars_check check (stars between 1 and 5),
  stars_remark text,
  version int not null default 1,
  search text generated always as (platform.search_text(subject)) stored,
  constraint tickets_agent_check check (state in ('OPEN', 'REOPENED', 'REJECTED', 'CLOSED') or agent_id is not null),
  -- Opened again for the second time, it goes to somebody else.
  constraint tickets_other_agent check (reopened < 2 or agent_id is null or agent_id <> former_agent_id),
  constraint tickets_ended_check check ((state in ('RESOLVED', 'REJECTED', 'CLOSED')) = (ended_at is not null)),
  constraint tickets_stopped_check check ((state = 'WAITING_CUSTOMER') = (minutes_left is not null)),
  constraint tickets_clock_check check ((solve_due_at is null) = (state in ('WAITING_CUSTOMER', 'RESOLVED', 'REJECTED', 'CLOSED')))
);
create index tickets_state on support.tickets (state, solve_due_at, id);
create index tickets_asked_at on support.tickets (asked_at desc nulls last, id);
create index tickets_agent_id on support.tickets (agent_id, state) where agent_id is not null;
create index tickets_consumer_id on support.tickets (consumer_id, asked_at desc);
create index tickets_connection_id on support.tickets (connection_id) where connection_id is not null;
create index tickets_category_id on support.tickets (category_id);
create index tickets_search on support.tickets using gin (search gin_trgm_ops);
create trigger tickets_follow_merge before insert on support.tickets
  for each row execute function consumers.follow_merge();

-- A consumer's questions read neither who of the staff has it nor who had it.
select platform.limit_to_consumer('support.tickets', $own$
  consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])$own$);
revoke select on support.tickets from jolkol_consumer;
grant select (id, number, category_id, consumer_id, subject, connection_id, application_id, invoice_id, order_id, channel, priority,
  asked_by, asked_at, state, state_since, reopened, answer_due_at, answered_at, solve_due_at, ended_at, last_message_id, last_message_at,
  last_by_office, consumer_seen_at, stars, stars_remark, version, search) on support.tickets to jolkol_consumer;

-- What both sides wrote to each other.
create table support.messages (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null constraint messages_ticket_id_fkey references support.tickets,
  at timestamptz not null,
  by_office boolean not null,
  author_id uuid,
  author_name text not null,
  text text not null
);
create index messages_ticket_id on support.messages (ticket_id, id);
select platform.append_only('support.messages');
select platform.limit_to_consumer('support.messages', 'ticket_id in (select t.id from support.tickets t)');
revoke select on support.messages from jolkol_consumer;
grant select (id, ticket_id, at, by_office, text) on support.messages to jolkol_consumer;

create table support.attachments (
  id uuid primary key default uuidv7(),
  message_id uuid not null constraint attachments_message_id_fkey references support.messages,
  ticket_id uuid not null constraint attachments_ticket_id_fkey references support.tickets,
  file_id uuid not null constraint attachments_file_id_fkey references platform.files,
  file_name text not null,
  media_type text not null,
  bytes bigint not null
);
create index attachments_ticket_id on support.attachments (ticket_id, id);
create unique index attachments_once on support.attachments (message_id, file_id);
select platform.append_only('support.attachments');
select platform.limit_to_consumer('support.attachments', 'ticket_id in (select t.id from support.tickets t)');
revoke select on support.attachments from jolkol_consumer;
grant select (id, message_id, ticket_id, file_name, media_type, bytes) on support.attachments to jolkol_consumer;

-- What the office writes to itself. It is a table of its own, and nothing of it is granted to the consumers' role.
create table support.notes (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null constraint notes_ticket_id_fkey references support.tickets,
  at timestamptz not null,
  author_id uuid,
  author_name text not null,
  -- OWNER_CHANGED is written by the program: its facts are in `facts`.
  kind text not null constraint notes_kind_check check (kind in ('TEXT', 'OWNER_CHANGED')),
  text text not null,
  facts jsonb not null default '{}'
);
create index notes_ticket_id on support.notes (ticket_id, id);
select platform.append_only('support.notes');

create table support.timeline (
  id uuid primary key default uuidv7(),
  ticket_id uuid not null constraint timeline_ticket_id_fkey references support.tickets,
  at timestamptz not null,
  action text not null,
  from_state text,
  to_state text not null,
  actor_name text not null,
  -- OFFICE, CONSUMER or SYSTEM.
  side text not null constraint timeline_side_check check (side in ('OFFICE', 'CONSUMER', 'SYSTEM')),
  -- Who got it, for the office.
  agent_name text,
  -- The clock of the solution was over when the ticket ended.
  was_late boolean
);
create index timeline_ticket_id on support.timeline (ticket_id, id);
select platform.append_only('support.timeline');
select platform.limit_to_consumer('support.timeline', 'ticket_id in (select t.id from support.tickets t)');
revoke select on support.timeline from jolkol_consumer;
grant select (id, ticket_id, at, action, from_state, to_state, side) on support.timeline to jolkol_consumer;

-- Work that a ticket led to. The office asks for it, so that who has the connection by then does not read what somebody else wrote.
alter table work_orders.orders add column ticket_id uuid constraint orders_ticket_id_fkey references support.tickets;
alter table work_orders.orders add constraint orders_ticket_check check (ticket_id is null or (asked_as = 'STAFF' and reading_id is null));
create index orders_ticket_id on work_orders.orders (ticket_id) where ticket_id is not null;
