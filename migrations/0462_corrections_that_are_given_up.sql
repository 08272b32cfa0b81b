-- A request to correct a bill ends in one of three ways: a second person corrects the bill or refuses with a reason, or who asked takes the
-- request back with a reason. Refused or taken back, the bill stays as it is, and somebody may ask again.
alter table billing.corrections
  -- Why it was refused or taken back.
  add column answer text,
  drop constraint corrections_state_check,
  drop constraint corrections_two_persons,
  disable trigger decided;
-- Of what was refused before, the reason is not known.
update billing.corrections set answer = '—' where state = 'REFUSED';
alter table billing.corrections
  enable trigger decided,
  add constraint corrections_state_check check (state in ('REQUESTED', 'DONE', 'REFUSED', 'WITHDRAWN')),
  add constraint corrections_answer_check check ((state in ('REFUSED', 'WITHDRAWN')) = (answer is not null)),
  -- Who asked neither corrects the bill nor refuses the request; nobody else takes it back.
  add constraint corrections_two_persons check (not two_person or case when state = 'WITHDRAWN'
    then decided_by is not distinct from requested_by else decided_by is null or decided_by is distinct from requested_by end);
grant update (answer) on billing.corrections to jolkol_app;
