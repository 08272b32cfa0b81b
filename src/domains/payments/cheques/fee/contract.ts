/** What a household pays if its cheque comes back, by date: planned by one person, approved by another, as other prices. Paths are ours. */
import { z } from 'zod';
import { approvedEndpoints } from '#domains/settings/dated/contract.ts';
import { minorSchema } from '#shared/money.ts';

/** The largest fee: ৳10,000. */
const MOST_MINOR = 10_000_00;

export const chequeFee = z.object({
  /** No VAT is in it; 0: nothing is charged. */
  returnFeeMinor: minorSchema
    .refine((minor) => minor >= 0 && minor <= MOST_MINOR, 'common.amount_invalid')
    .prefault(0),
});
export type ChequeFee = z.output<typeof chequeFee>;

const fee = approvedEndpoints({
  service: 'billing',
  path: '/settings/cheque-fee',
  about: 'The fee of a returned cheque',
  value: chequeFee,
  view: 'tariffs:view',
  edit: 'tariffs:edit',
  approve: 'tariffs:approve',
  noun: 'cheque-fee',
});
export const {
  list: listChequeFee,
  plan: planChequeFee,
  approve: approveChequeFee,
  withdraw: withdrawChequeFee,
} = fee;
