-- Several gateways. What a gateway sent is kept before it is handled: its own signed calls, and what the payer's browser brings back from
-- it, which proves nothing and says when to ask. What one of them claims is kept beside the message, which has another form at each.
alter table payments.inbox
  add claim jsonb,
  add payment_id uuid constraint inbox_payment_id_fkey references payments.payments;
create index inbox_payment on payments.inbox (payment_id) where payment_id is not null;

-- The gateway took the money and holds it as risky: a person has to look.
alter table payments.alarms drop constraint alarms_kind_check;
alter table payments.alarms add constraint alarms_kind_check check (
  kind in ('SIGNATURE', 'ORDER', 'AMOUNT', 'CURRENCY', 'MERCHANT', 'UNDECIDED', 'AFTER_REVERSAL', 'HELD')
);

-- Since when nobody knows what became of the order: the gateway gave no answer, or one that does not fit.
alter table payments.orders add unknown_since timestamptz;

-- The simulators of the gateways keep their truth where the sandbox bank keeps its own. AGREED: the payer has agreed, and the money moves
-- when the merchant asks for it (bKash).
alter table payments.sandbox_orders
  add gateway text not null default 'sandbox',
  add manner text not null default 'plain',
  add reference text,
  add call_url text;
alter table payments.sandbox_orders drop constraint sandbox_orders_status_check;
alter table payments.sandbox_orders add constraint sandbox_orders_status_check check (
  status in ('CREATED', 'AGREED', 'APPROVED', 'DECLINED', 'CANCELED')
);
