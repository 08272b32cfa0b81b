-- A recharge that was typed wrongly is taken back like other counter money. What one person did alone remembers the wallet as well.
alter table billing.alone_acts
  add column wallet_of uuid constraint alone_acts_wallet_of_fkey references consumers.consumers,
  drop constraint alone_acts_kind_check,
  add constraint alone_acts_kind_check check (kind in ('REVERSE', 'CANCEL', 'ADJUST', 'VARIANCE')
    and num_nonnulls(connection_id, application_id, work_order_id, ownership_request_id, wallet_of) = case kind when 'VARIANCE' then 0 else 1 end
    and (num_nonnulls(application_id, work_order_id, ownership_request_id, wallet_of) = 0 or kind = 'REVERSE'));
create index alone_acts_wallet on billing.alone_acts (wallet_of) where wallet_of is not null;
