-- Links by which somebody pays the charge of one work order without signing in: only the hash is kept, one in force per order.
create table payments.links (
  id uuid primary key default uuidv7(),
  token_hash bytea not null constraint links_token_hash_key unique,
  work_order_id uuid not null constraint links_work_order_id_fkey references work_orders.orders,
  sent_by uuid not null,
  sent_by_name text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  replaced_at timestamptz,
  constraint links_expires_check check (expires_at > sent_at)
);
create index links_work_order_id on payments.links (work_order_id, sent_at);
create unique index links_in_force on payments.links (work_order_id) where replaced_at is null;
-- The link by which a payment was begun.
alter table payments.payments add column link_id uuid constraint payments_link_id_fkey references payments.links;
create index payments_link_id on payments.payments (link_id) where link_id is not null;
