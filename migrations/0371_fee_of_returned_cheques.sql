-- The fee of a cheque that the bank sent back: a bill of its own with one line, beside the bill that the cheque paid.
insert into ledger.accounts (code, name_en, name_bn, kind, per_party) values
  ('4040', 'Fees of returned cheques', 'ফেরত চেকের ফি', 'income', false);
alter table billing.invoice_lines drop constraint invoice_lines_kind_check, add constraint invoice_lines_kind_check check (
  kind in ('water', 'fixed', 'minimum', 'sewer', 'vat_water', 'vat_fixed', 'vat_minimum', 'vat_sewer', 'surcharge', 'cheque_fee', 'round_off'));
