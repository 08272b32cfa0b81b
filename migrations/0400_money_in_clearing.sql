-- Money of cheques for a connection that no bank has paid yet, less what is ahead of its bills: what its owner would owe if none of them was paid.
-- For who asks before a connection gets another owner; billing and what is to the left do not know cheques.
create function billing.money_in_clearing(connection uuid) returns bigint language sql stable parallel safe
security definer set search_path = '' as $$
  select greatest(0, coalesce((select sum(p.amount_minor) from payments.cheques c join payments.payments p on p.id = c.payment_id
      where p.connection_id = connection and p.state = 'APPROVED' and c.state in ('RECEIVED', 'DEPOSITED')), 0)
    + coalesce((select sum(e.amount_minor) from ledger.entries e where e.party_id = connection and e.account_code = '2200'), 0))::bigint
$$;
