/**
 * The ledger account for what a line of a bill earns: the one table that the run, single invoices, corrections and the
 * proofs read (docs/decisions/0014).
 */
import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';

export const LINE_ACCOUNTS = {
  water: ACCOUNTS.water,
  fixed: ACCOUNTS.fixed,
  minimum: ACCOUNTS.fixed,
  sewer: ACCOUNTS.sewer,
  vat_water: ACCOUNTS.vat,
  vat_fixed: ACCOUNTS.vat,
  vat_minimum: ACCOUNTS.vat,
  vat_sewer: ACCOUNTS.vat,
  surcharge: ACCOUNTS.surcharge,
  round_off: ACCOUNTS.rounding,
} satisfies Record<string, AccountCode>;

export type InvoiceLineKind = keyof typeof LINE_ACCOUNTS;
