-- What is finished is kept by the database too: a confirmed installation, an approved survey with its materials, an ownership request that has ended
-- with its papers, what a completed work order took, and that somebody was there for it. The program's steps write none of it any more; a
-- statement that does is refused.

-- @param argument 1: the name of the constraint; 2: columns that move all the same
create function platform.keep_finished() returns trigger language plpgsql as $$
declare
  moving constant text[] := coalesce(tg_argv[1]::text[], '{}');
begin
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception '% is finished', tg_table_name using errcode = '23514', constraint = tg_argv[0];
  end if;
  return new;
end
$$;

create trigger keep_finished before update on applications.installations for each row
  when (old.confirmed_at is not null) execute function platform.keep_finished('installations_confirmed');

-- An approved survey is revised by another version: its own state is all that moves.
create trigger keep_approved before update on applications.surveys for each row
  when (old.state = 'APPROVED' and new.state in ('APPROVED', 'REVISED'))
  execute function platform.keep_finished('surveys_approved', '{state}');
create trigger keep_finished before update on applications.surveys for each row
  when (old.state = 'REVISED' or (old.state = 'APPROVED' and new.state not in ('APPROVED', 'REVISED')))
  execute function platform.keep_finished('surveys_approved');

create function applications.keep_survey_materials() returns trigger language plpgsql as $$
begin
  if exists (select from applications.surveys s
    where s.id in (case when tg_op <> 'INSERT' then old.survey_id end, case when tg_op <> 'DELETE' then new.survey_id end)
      and s.state in ('APPROVED', 'REVISED')) then
    raise exception 'the survey is approved' using errcode = '23514', constraint = 'survey_materials_approved';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_approved before insert or update or delete on applications.survey_materials
  for each row execute function applications.keep_survey_materials();

-- No ended request goes on: who asks again makes another one.
create trigger keep_finished before update on ownership.requests for each row
  when (old.state in ('COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')) execute function platform.keep_finished('requests_ended');

-- A paper is replaced and looked at; only what nobody has looked at is taken out again.
revoke update, truncate on ownership.documents from jolkol_app;
grant update (replaced, looked_at) on ownership.documents to jolkol_app;
create function ownership.keep_documents() returns trigger language plpgsql as $$
begin
  if exists (select from ownership.requests r
    where r.id in (case when tg_op <> 'INSERT' then old.request_id end, case when tg_op <> 'DELETE' then new.request_id end)
      and r.state in ('COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')) then
    raise exception 'the request has ended' using errcode = '23514', constraint = 'documents_ended';
  end if;
  if tg_op <> 'INSERT' and old.looked_at is not null and (tg_op = 'DELETE' or new.looked_at is distinct from old.looked_at) then
    raise exception 'the paper was looked at' using errcode = '23514', constraint = 'documents_looked_at';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_finished before insert or update or delete on ownership.documents
  for each row execute function ownership.keep_documents();

-- Lines are written anew by the steps before the completion, and after the order is opened again.
revoke update, truncate on work_orders.materials from jolkol_app;
create function work_orders.keep_materials() returns trigger language plpgsql as $$
begin
  if exists (select from work_orders.orders o
    where o.id in (case when tg_op <> 'INSERT' then old.order_id end, case when tg_op <> 'DELETE' then new.order_id end)
      and o.state in ('COMPLETED', 'CLOSED', 'REJECTED', 'CANCELLED')) then
    raise exception 'the work is finished' using errcode = '23514', constraint = 'materials_finished';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger keep_finished before insert or update or delete on work_orders.materials
  for each row execute function work_orders.keep_materials();

-- Who was there for an order does not verify it (`orders_two_persons`): that they came, and that they left, is written one time.
create trigger keep_worked before update on work_orders.crew_members for each row
  when ((old.worked_at is not null and new.worked_at is distinct from old.worked_at)
    or (old.left_at is not null and (new.left_at, new.worked_at) is distinct from (old.left_at, old.worked_at)))
  execute function platform.keep_finished('crew_members_worked');
