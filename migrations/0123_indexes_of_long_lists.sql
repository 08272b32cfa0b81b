-- Lists of applications and work orders, and the numbers beside them, with 200,000 of each: the first page is read in its order from an
-- index, and what is counted is in an index, so that neither reads the table or sorts it (`npm run bench -- lists`).

-- By stage, newest first, as the lists ask for it; with what the tabs count.
drop index applications.applications_state;
create index applications_state on applications.applications (state, submitted_at desc nulls last, id) include (overlay, due_at)
  where archived_at is null and deleted_at is null;
-- All stages together.
create index applications_submitted_at on applications.applications (submitted_at desc nulls last, id)
  where archived_at is null and deleted_at is null and state <> 'DRAFT';
create index applications_saved_at on applications.applications (saved_at desc nulls last, id)
  where archived_at is null and deleted_at is null and state <> 'DRAFT';
create index applications_archived on applications.applications (submitted_at desc nulls last, id) include (state)
  where archived_at is not null and deleted_at is null;
-- What is late, out of the few whose time runs.
create index applications_due_at on applications.applications (due_at) include (state)
  where archived_at is null and deleted_at is null and due_at is not null;
-- What is somebody's own, with what is counted of it.
drop index applications.applications_assignee_id;
create index applications_assignee_id on applications.applications (assignee_id, state, submitted_at desc nulls last) where assignee_id is not null;
-- The desks: what was decided at each, without the table.
drop index applications.noc_steps_role_code;
create index noc_steps_role_code on applications.noc_steps (role_code, state, opened_at) include (application_id);

drop index work_orders.orders_asked_at;
create index orders_asked_at on work_orders.orders (asked_at desc nulls last, id);
-- Who asked sees the order, too.
create index orders_asked_by on work_orders.orders (asked_by, state);
drop index work_orders.orders_charged;
create index orders_charged on work_orders.orders (asked_at desc nulls last, id) include (state, charge_minor, paid_minor, waived_by)
  where charge_minor is not null;
