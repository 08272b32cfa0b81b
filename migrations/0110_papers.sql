-- Every paper that goes out has a code of 60 random bits. Who has the paper in hand asks the public page about it.
select platform.open_schema('papers');

create table papers.papers (
  id uuid primary key default uuidv7(),
  -- Letters and digits of Crockford's base 32: none is mistaken for another one.
  code text not null constraint papers_code_key unique
    constraint papers_code_check check (code ~ '^[0-9A-HJKMNP-TV-Z]{12}$'),
  -- Kind and record: the kind's domain says what the record's paper says today.
  kind text not null,
  record_id uuid not null,
  -- What the paper says, as a copy: this is all that the public page shows.
  number text not null,
  issued_on date not null,
  amount_minor bigint,
  -- The name with its middle covered, as the public page shows it.
  holder text not null,
  holder_bn text,
  -- SHA-256 of everything else on the paper whose change makes it another paper.
  rest_hash bytea not null,
  made_at timestamptz not null default clock_timestamp(),
  -- The same paper printed again has the same code.
  constraint papers_said_key
    unique nulls not distinct (kind, record_id, number, issued_on, amount_minor, holder, holder_bn, rest_hash)
);
select platform.append_only('papers.papers');
