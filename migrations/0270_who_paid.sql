-- Who paid is a fact of the payment. A demand note, a work order and a request to change an owner may be corrected afterwards: a receipt that is
-- printed again, and money that goes back, name who paid then. A payment of somebody in the register is named by the register.
alter table payments.payments add column payer_name text, add column payer_name_bn text, add column payer_phone text;

create function payments.note_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select n.name, n.name_bn, n.phone into new.payer_name, new.payer_name_bn, new.payer_phone from (
    select a.applicant ->> 'name' as name, a.applicant ->> 'nameBn' as name_bn, a.applicant ->> 'phone' as phone
    from applications.applications a where a.id = new.application_id
    union all select o.contact_name, null, o.phone from work_orders.orders o where o.id = new.work_order_id
    union all select r.name, r.name_bn, r.phone from ownership.requests r where r.id = new.ownership_request_id
  ) n;
  return new;
end
$$;
create trigger note_payer before insert on payments.payments for each row
  when (new.connection_id is null) execute function payments.note_payer();

-- Of before this day: the names of now are the best that is known.
alter table payments.payments disable trigger guard;
update payments.payments p set payer_name = n.name, payer_name_bn = n.name_bn, payer_phone = n.phone from (
  select p.id, a.applicant ->> 'name' as name, a.applicant ->> 'nameBn' as name_bn, a.applicant ->> 'phone' as phone
  from payments.payments p join applications.applications a on a.id = p.application_id
  union all select p.id, o.contact_name, null, o.phone from payments.payments p join work_orders.orders o on o.id = p.work_order_id
  union all select p.id, r.name, r.name_bn, r.phone from payments.payments p join ownership.requests r on r.id = p.ownership_request_id
) n where n.id = p.id;
alter table payments.payments enable trigger guard;

-- Money of the earlier owner and of the new one, on one day and of one sum, are two.
drop index payments.proposals_backdate_key;
create unique index proposals_backdate_key on payments.proposals
  (coalesce(connection_id, application_id, work_order_id, ownership_request_id), method, paid_on, amount_minor, taken_over)
  where state = 'REQUESTED' and kind = 'BACKDATE';
