-- What one person asked a second one for ends in one of three ways: it is done, the second person refuses it with a reason, or who asked takes
-- it back (GIVEN_UP), with a reason. What it blocked is free then: all unique indexes know only what waits or was done.
alter table payments.proposals
  drop constraint proposals_state_check,
  add constraint proposals_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED', 'GIVEN_UP')),
  add constraint proposals_given_up_check check (state <> 'GIVEN_UP' or decision_remark is not null),
  drop constraint proposals_two_persons,
  -- Who asked does not decide; nobody else takes the request back.
  add constraint proposals_two_persons check (case state
    when 'GIVEN_UP' then decided_by is not null and decided_by is not distinct from requested_by
    else decided_by is null or decided_by is distinct from requested_by end);

alter table payments.reversals
  -- Why the second person refused, or why who asked took it back. Refusals of before had no reason.
  add column decision_remark text,
  drop constraint reversals_state_check,
  add constraint reversals_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED', 'GIVEN_UP')),
  add constraint reversals_given_up_check check (state <> 'GIVEN_UP' or decision_remark is not null),
  drop constraint reversals_two_persons,
  add constraint reversals_two_persons check (case state
    when 'GIVEN_UP' then two_person and decided_by is not null and decided_by is not distinct from requested_by
    else not two_person or decided_by is null or decided_by is distinct from requested_by end);
grant update (decision_remark) on payments.reversals to jolkol_app;

drop index payments.reversals_payment_key;
create unique index reversals_payment_key on payments.reversals (payment_id) where state not in ('REFUSED', 'GIVEN_UP');
