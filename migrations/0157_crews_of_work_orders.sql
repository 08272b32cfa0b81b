-- Several people do the work of an order together. The leader is also the order's crew_id. Who was in a crew before stays here: nobody
-- verifies work that they did.
create table work_orders.crew_members (
  id uuid primary key default uuidv7(),
  order_id uuid not null constraint crew_members_order_id_fkey references work_orders.orders,
  user_id uuid not null constraint crew_members_user_id_fkey references identity.users,
  user_name text not null,
  is_leader boolean not null,
  since timestamptz not null,
  -- The arrival was noted while they were in the crew.
  worked_at timestamptz,
  -- The work was taken from them, or opened again for others.
  left_at timestamptz
);
create unique index crew_members_now_key on work_orders.crew_members (order_id, user_id) where left_at is null;
create index crew_members_order_id on work_orders.crew_members (order_id);
create index crew_members_user_id on work_orders.crew_members (user_id) where left_at is null and not is_leader;

insert into work_orders.crew_members (order_id, user_id, user_name, is_leader, since, worked_at)
  select id, crew_id, coalesce(crew_name, ''), true, coalesce(assigned_at, state_since), arrived_at from work_orders.orders where crew_id is not null;
-- Who had completed work that was opened again since then.
insert into work_orders.crew_members (order_id, user_id, user_name, is_leader, since, worked_at, left_at)
  select o.id, a.actor_id, max(a.actor_name), true, min(a.at), max(a.at), max(a.at)
  from platform.audit a join work_orders.orders o on o.id::text = a.object_id join identity.users u on u.id = a.actor_id
  where a.object = 'work_order' and a.action = 'work-order.complete' and a.actor_id is distinct from o.crew_id
  group by o.id, a.actor_id;

-- Who may not verify depends on it: the program writes when somebody came and when they left, and nothing else.
revoke update, delete, truncate on work_orders.crew_members from jolkol_app;
grant update (worked_at, left_at) on work_orders.crew_members to jolkol_app;

create function work_orders.refuse_own_work() returns trigger language plpgsql as $$
begin
  if exists (select from work_orders.crew_members m
    where m.order_id = new.id and m.user_id = new.verified_by and (m.left_at is null or m.worked_at is not null)) then
    raise exception 'who did the work of order % does not verify it', new.number
      using errcode = '23514', constraint = 'orders_two_persons';
  end if;
  return new;
end
$$;
create trigger two_persons before update of state, verified_by on work_orders.orders for each row
  when (new.state = 'CLOSED') execute function work_orders.refuse_own_work();
