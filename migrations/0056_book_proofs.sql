-- The books are proved each night; what a proof found is kept, so that people see it and no month closes on books that
-- do not agree.
create table ledger.book_proofs (
  id uuid primary key default uuidv7(),
  proved_at timestamptz not null,
  -- Proofs that failed and by how much, `{"<kind>": amount}`; empty if the books agree.
  differences jsonb not null constraint book_proofs_differences_check check (jsonb_typeof(differences) = 'object')
);
create index book_proofs_newest on ledger.book_proofs (proved_at desc, id desc);
select platform.append_only('ledger.book_proofs');
revoke select on ledger.book_proofs from jolkol_consumer;
