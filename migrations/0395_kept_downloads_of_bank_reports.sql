-- Each download of the bank report is kept: its bytes in the file store, here who made it and its figures, and its rows as they were written,
-- so that two files are compared by their orders. What a file says is a fact: afterwards only whether its bytes can be read changes.

-- MAKING → KEPT, or BROKEN if it was not made to its end: nobody got such a file. KEPT, DAMAGED (other bytes than those that were
-- kept) and MISSING are what the last reading found.
create table payments.bank_downloads (
  id uuid primary key default uuidv7(),
  state text not null default 'MAKING' constraint bank_downloads_state_check check (
    state in ('MAKING', 'KEPT', 'BROKEN', 'DAMAGED', 'MISSING')),
  name text not null,
  format text not null constraint bank_downloads_format_check check (format in ('csv', 'xlsx', 'pdf')),
  language text not null constraint bank_downloads_language_check check (language in ('en', 'bn')),
  -- Filters, search, order and columns, as they were asked for.
  asked jsonb not null,
  -- The settlement file whose rows it has, with its days; null if there was none.
  file_id uuid constraint bank_downloads_file_id_fkey references payments.bank_files,
  first_day date,
  last_day date,
  made_by uuid,
  made_by_name text not null,
  made_at timestamptz not null,
  kept_at timestamptz,
  row_count int,
  amount_minor bigint,
  fee_minor bigint,
  booked_minor bigint,
  bytes bigint,
  sha256 text constraint bank_downloads_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  -- When its bytes were last read, after they were kept.
  checked_at timestamptz,
  constraint bank_downloads_days_check check (num_nonnulls(file_id, first_day, last_day) in (0, 3)),
  constraint bank_downloads_kept_check check (num_nonnulls(kept_at, row_count, amount_minor, fee_minor, booked_minor, bytes, sha256)
    = case when state in ('MAKING', 'BROKEN') then 0 else 7 end)
);
create index bank_downloads_list on payments.bank_downloads (made_at desc nulls last, id);
create index bank_downloads_file on payments.bank_downloads (file_id, made_at desc) where kept_at is not null;
create index bank_downloads_making on payments.bank_downloads (made_at) where state = 'MAKING';
create index bank_downloads_maker on payments.bank_downloads (made_by, made_by_name);
revoke select on payments.bank_downloads from jolkol_consumer;
revoke update, delete, truncate on payments.bank_downloads from jolkol_app;
grant update (state, kept_at, row_count, amount_minor, fee_minor, booked_minor, bytes, sha256, checked_at)
  on payments.bank_downloads to jolkol_app;

create function payments.guard_bank_download() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'MAKING' then
      raise exception 'a download begins as MAKING' using errcode = '23514', constraint = 'bank_downloads_transition';
    end if;
    return new;
  end if;
  if old.state <> 'MAKING' and to_jsonb(new) - '{state,checked_at}'::text[] is distinct from to_jsonb(old) - '{state,checked_at}'::text[] then
    raise exception 'download % is a fact', old.id using errcode = '23514', constraint = 'bank_downloads_frozen';
  end if;
  if old.state || '>' || new.state not in ('MAKING>KEPT', 'MAKING>BROKEN')
    and not (old.state in ('KEPT', 'DAMAGED', 'MISSING') and new.state in ('KEPT', 'DAMAGED', 'MISSING')) then
    raise exception 'a download does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'bank_downloads_transition';
  end if;
  return new;
end
$$;
create trigger guard before insert or update on payments.bank_downloads for each row execute function payments.guard_bank_download();
create trigger keep before delete on payments.bank_downloads for each statement execute function platform.refuse_change();
create trigger keep_all before truncate on payments.bank_downloads for each statement execute function platform.refuse_change();

-- Its rows, as they were written into it.
create table payments.bank_download_rows (
  download_id uuid not null constraint bank_download_rows_download_id_fkey references payments.bank_downloads,
  row_no int not null,
  order_id text,
  reference text,
  class text not null,
  status text not null,
  amount_minor bigint,
  fee_minor bigint,
  booked_minor bigint not null,
  primary key (download_id, row_no)
);
select platform.append_only('payments.bank_download_rows');
revoke select on payments.bank_download_rows from jolkol_consumer;

-- A row comes while the file is being made, and none afterwards: the figures of a kept file are those of its rows.
create function payments.guard_bank_download_rows() returns trigger language plpgsql as $$
begin
  if exists (select from added a join payments.bank_downloads d on d.id = a.download_id where d.state <> 'MAKING') then
    raise exception 'the download is a fact' using errcode = '23514', constraint = 'bank_downloads_frozen';
  end if;
  return null;
end
$$;
create trigger guard after insert on payments.bank_download_rows referencing new table as added
  for each statement execute function payments.guard_bank_download_rows();
