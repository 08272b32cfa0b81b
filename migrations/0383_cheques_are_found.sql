-- The list of cheques is searched by what is written on one, filtered by bank, and a deposit begins with the account of the last one.
create index cheques_number on payments.cheques (upper(number));
create index cheques_bank on payments.cheques (bank);
create index cheques_drawer on payments.cheques using gin (drawer gin_trgm_ops);
create index cheque_deposits_number on payments.cheque_deposits (upper(slip_number));
create index cheque_deposits_made on payments.cheque_deposits (made_at desc);
