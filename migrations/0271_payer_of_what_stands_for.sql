-- A payment that two people book in the place of another one (what the bank really took) is of who paid that one, also if the request was
-- corrected between the two. A name that was left empty in Bengali is none.
create or replace function payments.note_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select n.name, n.name_bn, n.phone into new.payer_name, new.payer_name_bn, new.payer_phone from (
    select p.payer_name as name, p.payer_name_bn as name_bn, p.payer_phone as phone
    from payments.payments p where p.id = new.stands_for_id
    union all select a.applicant ->> 'name', nullif(a.applicant ->> 'nameBn', ''), a.applicant ->> 'phone'
    from applications.applications a where a.id = new.application_id and new.stands_for_id is null
    union all select o.contact_name, null, o.phone
    from work_orders.orders o where o.id = new.work_order_id and new.stands_for_id is null
    union all select r.name, nullif(r.name_bn, ''), r.phone
    from ownership.requests r where r.id = new.ownership_request_id and new.stands_for_id is null
  ) n;
  return new;
end
$$;

alter table payments.payments disable trigger guard;
update payments.payments set payer_name_bn = null where payer_name_bn = '';
update payments.payments p set payer_name = o.payer_name, payer_name_bn = o.payer_name_bn, payer_phone = o.payer_phone
from payments.payments o where o.id = p.stands_for_id
  and (p.payer_name, p.payer_name_bn, p.payer_phone) is distinct from (o.payer_name, o.payer_name_bn, o.payer_phone);
alter table payments.payments enable trigger guard;
