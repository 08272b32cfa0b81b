-- Money of who took bills over is for another debt than the owner's: each of the two may be at the bank at the same time, and only who pays
-- it and the office read it.
create function payments.pays_taken_over(connection uuid, payer uuid) returns boolean language sql stable parallel safe
security definer set search_path = '' as $$
  select exists (select from billing.taken_over_bills t join consumers.consumers k on k.id = t.consumer_id
    join consumers.consumers y on y.id = payer
    where t.connection_id = connection and coalesce(k.merged_into, k.id) = coalesce(y.merged_into, y.id))
$$;

alter table payments.payments add column taken_over boolean not null default false
  constraint payments_taken_over_check check (not taken_over or (connection_id is not null and payer_id is not null));
create function payments.mark_taken_over() returns trigger language plpgsql as $$
begin
  new.taken_over := payments.pays_taken_over(new.connection_id, new.payer_id);
  return new;
end
$$;
create trigger mark_taken_over before insert on payments.payments for each row
  when (new.connection_id is not null and new.payer_id is not null) execute function payments.mark_taken_over();
-- Of before this day: what its payer began after the change.
alter table payments.payments disable trigger user;
update payments.payments p set taken_over = true where p.connection_id is not null and p.payer_id is not null
  and exists (select from billing.taken_over_bills t join consumers.consumers k on k.id = t.consumer_id
    join consumers.consumers y on y.id = p.payer_id
    where t.connection_id = p.connection_id and t.taken_at <= p.created_at
      and coalesce(k.merged_into, k.id) = coalesce(y.merged_into, y.id));
alter table payments.payments enable trigger user;

drop index payments.payments_running_key;
create unique index payments_running_key on payments.payments
  (coalesce(connection_id, demand_note_id, work_order_id, ownership_request_id), taken_over)
  where method = 'GATEWAY' and state in ('CREATED', 'PROCESSING') and set_aside_at is null;

alter policy own_rows on payments.payments using (
  (consumer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
    and not (payer_id is not null and (owed_back or taken_over)))
  or payer_id = any ((select consumers.known_as(platform.consumer_id()))::uuid[])
  or (connection_id = any ((select meters.shared_with(platform.consumer_id(), platform.today(), false))::uuid[])
    and meters.is_of_holder(connection_id, consumer_id) and not (payer_id is not null and (owed_back or taken_over))));
