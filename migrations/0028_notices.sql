-- The bell: what a person with an account should know, written in the transaction of what happened.
create table platform.notices (
  id uuid primary key default uuidv7(),
  -- identity.users.id; that schema stands to the right, hence no foreign key. A deleted account's go with their time.
  user_id uuid not null,
  -- What happened, told once to each: 'payments.received:<id>'.
  event text not null,
  -- `domain.what`: the text is rendered in the reader's language.
  kind text not null,
  params jsonb not null default '{}',
  -- Address of the record within the product.
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notices_once unique (user_id, event)
);
create index notices_user on platform.notices (user_id, created_at desc, id);
create index notices_unread on platform.notices (user_id) where read_at is null;
create index notices_created_at on platform.notices using brin (created_at);
-- Staff among many accounts of consumers: the search over people.
create index users_staff on identity.users (name) where consumer_id is null;
