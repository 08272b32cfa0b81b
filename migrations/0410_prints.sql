-- The bills of a posted run on paper, made in the background: a PDF for each road, in the order in which its meters are read. A print is the
-- bills of one moment: a bill that is cancelled or corrected before its part is written is left out and named.

create table billing.prints (
  id uuid primary key default uuidv7(),
  run_id uuid not null constraint prints_run_id_fkey references billing.bill_runs,
  -- Of the run: the first, the second print.
  number int not null,
  -- WORKING → DONE, or CANCELLED by a person. A print that is DONE is WORKING again if bills that could not be written are tried again.
  state text not null default 'WORKING' constraint prints_state_check check (state in ('WORKING', 'DONE', 'CANCELLED')),
  -- What was asked for; null: all.
  sector_id uuid constraint prints_sector_id_fkey references settings.sectors,
  road_id uuid constraint prints_road_id_fkey references settings.roads,
  -- Those who see no bill anywhere else have no account of the portal.
  households text not null default 'ALL' constraint prints_households_check check (households in ('ALL', 'WITHOUT_ACCOUNT')),
  asked_by uuid,
  asked_by_name text not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- The files are deleted; what was printed stays written down.
  files_deleted_at timestamptz,
  constraint prints_number_key unique (run_id, number),
  constraint prints_ended_check check ((ended_at is null) = (state = 'WORKING')),
  constraint prints_deleted_check check (files_deleted_at is null or state <> 'WORKING')
);
-- Who presses the button a second time finds what works already.
create unique index prints_working_key on billing.prints (run_id, sector_id, road_id, households) nulls not distinct where state = 'WORKING';
create index prints_list on billing.prints (asked_at desc nulls last, id);
create index prints_with_files on billing.prints (ended_at) where files_deleted_at is null and ended_at is not null;

create table billing.print_parts (
  print_id uuid not null constraint print_parts_print_id_fkey references billing.prints,
  -- In the reader's way through the town.
  part_no int not null,
  road_id uuid not null constraint print_parts_road_id_fkey references settings.roads,
  -- A road of many bills has several parts.
  piece int not null,
  pieces int not null,
  state text not null default 'WAITING' constraint print_parts_state_check check (state in ('WAITING', 'DONE')),
  -- Of the file: the bills that are in it. No file has none of these.
  bills int not null default 0,
  total_minor bigint not null default 0,
  pages int,
  bytes bigint,
  sha256 text constraint print_parts_sha256_check check (sha256 ~ '^[0-9a-f]{64}$'),
  crc32 bigint,
  made_at timestamptz,
  primary key (print_id, part_no),
  constraint print_parts_piece_key unique (print_id, road_id, piece),
  constraint print_parts_piece_check check (piece between 1 and pieces),
  constraint print_parts_file_check check (num_nonnulls(pages, bytes, sha256, crc32) = case when state = 'DONE' and bills > 0 then 4 else 0 end),
  constraint print_parts_made_check check ((made_at is not null) = (state = 'DONE'))
);

create table billing.print_bills (
  print_id uuid not null constraint print_bills_print_id_fkey references billing.prints,
  invoice_id uuid not null constraint print_bills_invoice_id_fkey references billing.invoices,
  -- Null if it was left out from the beginning.
  part_no int,
  -- In its part, along the road.
  place int,
  -- In which its household reads.
  language text not null constraint print_bills_language_check check (language in ('en', 'bn')),
  total_minor bigint not null,
  -- WAITING → PRINTED, LEFT_OUT with its reason, or FAILED with what is wrong, which can be tried again.
  outcome text not null default 'WAITING' constraint print_bills_outcome_check check (outcome in ('WAITING', 'PRINTED', 'LEFT_OUT', 'FAILED')),
  reason text constraint print_bills_reason_check check (reason in ('CANCELLED', 'CORRECTED')),
  problem text,
  -- A bill is in a print one time.
  primary key (print_id, invoice_id),
  constraint print_bills_part_fkey foreign key (print_id, part_no) references billing.print_parts,
  constraint print_bills_place_key unique (print_id, part_no, place),
  constraint print_bills_part_check check (num_nulls(part_no, place) in (0, 2) and (part_no is not null or outcome = 'LEFT_OUT')),
  constraint print_bills_reason_outcome_check check ((reason is not null) = (outcome = 'LEFT_OUT')),
  constraint print_bills_problem_check check ((problem is not null) = (outcome = 'FAILED'))
);
create index print_bills_rest on billing.print_bills (print_id, outcome) where outcome <> 'PRINTED';
create index print_bills_invoice on billing.print_bills (invoice_id);

revoke select on billing.prints, billing.print_parts, billing.print_bills from jolkol_consumer;
revoke update, delete, truncate on billing.prints, billing.print_parts, billing.print_bills from jolkol_app;
grant update (state, ended_at, files_deleted_at) on billing.prints to jolkol_app;
grant update (state, bills, total_minor, pages, bytes, sha256, crc32, made_at) on billing.print_parts to jolkol_app;
grant update (outcome, reason, problem) on billing.print_bills to jolkol_app;

create function billing.guard_print() returns trigger language plpgsql as $$
begin
  if old.state <> new.state and old.state || '>' || new.state not in ('WORKING>DONE', 'WORKING>CANCELLED', 'DONE>WORKING') then
    raise exception 'a print does not go from % to %', old.state, new.state
      using errcode = '23514', constraint = 'prints_transition';
  end if;
  if old.files_deleted_at is not null then
    raise exception 'the files of print % are deleted', old.id using errcode = '23514', constraint = 'prints_frozen';
  end if;
  return new;
end
$$;
create trigger guard before update on billing.prints for each row execute function billing.guard_print();
-- What is in a file is a fact.
create trigger keep before update on billing.print_bills for each row when (old.outcome = 'LEFT_OUT')
  execute function platform.refuse_change();
create trigger keep_all before delete or truncate on billing.prints for each statement execute function platform.refuse_change();
create trigger keep_all before delete or truncate on billing.print_parts for each statement execute function platform.refuse_change();
create trigger keep_all before delete or truncate on billing.print_bills for each statement execute function platform.refuse_change();
