-- Who decided at a desk, when and in whose place is a fact: nobody decides at two desks of one application because of it. An approval is
-- never changed; a refusal is only taken up again, when the application is opened again. The chain itself is made one time.
revoke update, delete, truncate on applications.noc_steps from jolkol_app;
grant update (state, opened_at, due_at, decided_at, decided_by, decided_by_name, on_behalf_of, reminded_at, remind_from)
  on applications.noc_steps to jolkol_app;

create function applications.keep_decided_step() returns trigger language plpgsql as $$
begin
  raise exception 'step % of application % is decided', old.position, old.application_id
    using errcode = '23514', constraint = 'noc_steps_decided';
end
$$;
-- The owner of the tables puts right what a person cannot.
create trigger decided before update on applications.noc_steps for each row
  when (current_user = 'jolkol_app' and (old.state = 'APPROVED' or (old.state = 'REJECTED' and new.state <> 'OPEN')))
  execute function applications.keep_decided_step();
