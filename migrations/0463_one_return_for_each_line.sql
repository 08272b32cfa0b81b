-- One line of the bank's statement brings one withdrawal or one refund back: compared as slips are, without case and spaces.
create unique index withdrawals_return_reference_key on wallet.withdrawals (upper(regexp_replace(return_reference, '\s', '', 'g')))
  where return_reference is not null;
create unique index proposals_return_reference_key on payments.proposals (upper(regexp_replace(statement_reference, '\s', '', 'g')))
  where kind = 'RETURN_REFUND' and state not in ('REFUSED', 'GIVEN_UP');
