-- A correction names the fields of a part that are wrong. `asked` is what they held then: a field is corrected if it holds something else.
alter table applications.recorrection_items
  add column fields text[] not null default '{}',
  add column asked jsonb not null default '{}',
  -- Why a field that was named is right as it is.
  add column answer text,
  add constraint recorrection_items_fields_check check (part <> 'document' or fields = '{}');

-- What offices write about a document. The household reads the reason of a return, at the document and in the correction.
create table applications.document_comments (
  id uuid primary key default uuidv7(),
  document_id uuid not null constraint document_comments_document_id_fkey references applications.documents,
  at timestamptz not null,
  kind text not null constraint document_comments_kind_check check (kind in ('comment', 'return')),
  -- By a desk of the planning authority; else by the utility.
  of_desk boolean not null,
  author_id uuid,
  author_name text not null,
  role_code text not null,
  text text not null constraint document_comments_text_check check (text <> '')
);
create index document_comments_document_id_idx on applications.document_comments (document_id, at);
revoke select on applications.document_comments from jolkol_consumer;
revoke update, delete, truncate on applications.document_comments from jolkol_app;
