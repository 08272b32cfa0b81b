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
  cheque_fee: ACCOUNTS.chequeFees,
  rebate_back: ACCOUNTS.rebates,
  advance_back: ACCOUNTS.advances,
  round_off: ACCOUNTS.rounding,
} satisfies Record<string, AccountCode>;

/** A bill that is the fee of a returned cheque has this one line. */
export const isChequeFee = ({ lines }: { lines: readonly { kind: string }[] }): boolean =>
  lines.some(({ kind }) => kind === 'cheque_fee');

/** A bill that asks for a rebate that was taken back has this one line. */
export const isRebateBack = ({ lines }: { lines: readonly { kind: string }[] }): boolean =>
  lines.some(({ kind }) => kind === 'rebate_back');

/** A bill that asks for an advance that was paid out, and that a returned cheque had brought, has this one line. */
export const isAdvanceBack = ({ lines }: { lines: readonly { kind: string }[] }): boolean =>
  lines.some(({ kind }) => kind === 'advance_back');

export type InvoiceLineKind = keyof typeof LINE_ACCOUNTS;
