-- Who asks for a refund does not pay it out. A refund that the same person asked for and paid before this rule stays a fact.
alter table payments.refunds add column asker_paid boolean not null default false;
alter table payments.refunds disable trigger user;
update payments.refunds set asker_paid = true where paid_by = asked_by;
alter table payments.refunds enable trigger user;
alter table payments.refunds add constraint refunds_asker_payer_check
  check (paid_by is null or paid_by is distinct from asked_by or asker_paid);
