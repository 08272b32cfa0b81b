-- A cashier reads the receipts of the day in one list, of all that can be paid. The list of one source has its own index.
create index payments_all on payments.payments (created_at desc nulls last, id) include (state, amount_minor);
