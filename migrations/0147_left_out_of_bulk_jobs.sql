-- What a bulk action could not be done to when it was asked for stays with the job, with the reason that the person was shown.
alter table bulk.items drop constraint bulk_items_state_check;
alter table bulk.items add constraint bulk_items_state_check
  check (state in ('WAITING', 'DONE', 'REFUSED', 'GIVEN_UP', 'LEFT_OUT'));
alter table bulk.items drop constraint bulk_items_code_check;
alter table bulk.items add constraint bulk_items_code_check check (state not in ('REFUSED', 'LEFT_OUT') or code is not null);
