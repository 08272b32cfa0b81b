-- The deposit slip that a cheque was taken off by mistake: it may go back on it.
alter table payments.cheques add column taken_off_id uuid constraint cheques_taken_off_id_fkey references payments.cheque_deposits;
