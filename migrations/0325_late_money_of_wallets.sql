-- Counter money for a wallet of a day that is too long ago for one person is recorded by two, like other counter money.
alter table payments.proposals
  add column wallet_of uuid constraint proposals_wallet_of_fkey references consumers.consumers,
  drop constraint proposals_about_check,
  add constraint proposals_about_check check (case kind
    when 'POST_FILE' then num_nonnulls(alarm_id, refund_id, connection_id, application_id, work_order_id, ownership_request_id, wallet_of, method,
      slip_number, paid_on) = 0
    when 'BACKDATE' then num_nonnulls(alarm_id, refund_id, statement_reference) = 0
      and num_nonnulls(connection_id, application_id, work_order_id, ownership_request_id, wallet_of) = 1 and num_nonnulls(method, paid_on) = 2
    when 'NO_MONEY' then alarm_id is not null and num_nonnulls(refund_id, connection_id, application_id, work_order_id,
      ownership_request_id, wallet_of, method, slip_number, paid_on, statement_reference) = 0
    when 'WITHDRAW_REFUND' then refund_id is not null and num_nonnulls(alarm_id, connection_id, application_id, work_order_id,
      ownership_request_id, wallet_of, method, slip_number, paid_on, statement_reference) = 0
    when 'RETURN_REFUND' then num_nonnulls(refund_id, statement_reference) = 2
      and num_nonnulls(alarm_id, connection_id, application_id, work_order_id, ownership_request_id, wallet_of, method, slip_number, paid_on) = 0
    else alarm_id is not null
      and num_nonnulls(refund_id, application_id, work_order_id, ownership_request_id, wallet_of, method, slip_number, paid_on) = 0 end);
drop index payments.proposals_backdate_key;
create unique index proposals_backdate_key on payments.proposals
  (coalesce(connection_id, application_id, work_order_id, ownership_request_id, wallet_of), method, paid_on, amount_minor, taken_over)
  where state = 'REQUESTED' and kind = 'BACKDATE';
