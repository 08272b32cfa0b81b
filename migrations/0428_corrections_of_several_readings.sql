-- A meter that was misread in one month is often misread in the next ones too. Corrected one after the other, each correction billed the rest of
-- the error to the month after it, up to the last one. Now one correction names the later readings that were wrong as well: [{readingId, registerLitres}].
alter table billing.corrections add column later jsonb not null default '[]';
alter table billing.corrections add constraint corrections_later_check
  check (jsonb_typeof(later) = 'array' and (kind = 'ADJUST' or later = '[]'));
