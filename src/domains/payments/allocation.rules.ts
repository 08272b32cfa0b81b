/**
 * How a payment is spread: oldest invoice first; what is left is an advance. Inside an invoice VAT is paid pro rata
 * (half up on the running sum, so that the parts of all payments add up exactly), the rest goes to surcharge, then
 * sewer, then water. Integer poisha, never negative, nothing lost. A supplementary bill may have lines below zero (a
 * round-off, or VAT that fell while the price rose): the others are then more than its total, and no part is paid below zero.
 */
export type Payable = { id: string; openMinor: number };
export type Allocation = { invoiceId: string; amountMinor: number };

/** @param invoices oldest first */
export function allocateOldestFirst(
  amountMinor: number,
  invoices: readonly Payable[],
): { allocations: Allocation[]; surplusMinor: number } {
  let left = amountMinor;
  const allocations: Allocation[] = [];
  for (const invoice of invoices) {
    if (left === 0) break;
    const share = Math.min(left, invoice.openMinor);
    if (share > 0) allocations.push({ invoiceId: invoice.id, amountMinor: share });
    left -= Math.max(share, 0);
  }
  return { allocations, surplusMinor: left };
}

export type InvoiceParts = {
  totalMinor: number;
  surchargeMinor: number;
  sewerMinor: number;
  vatMinor: number;
};
export type AllocationParts = {
  surchargeMinor: number;
  sewerMinor: number;
  waterMinor: number;
  vatMinor: number;
};

/** Parts of an allocation that raises what is settled from `before` to `after`. */
export function splitAllocation(invoice: InvoiceParts, before: number, after: number): AllocationParts {
  const start = settledParts(invoice, before);
  const end = settledParts(invoice, after);
  return {
    surchargeMinor: end.surchargeMinor - start.surchargeMinor,
    sewerMinor: end.sewerMinor - start.sewerMinor,
    waterMinor: end.waterMinor - start.waterMinor,
    vatMinor: end.vatMinor - start.vatMinor,
  };
}

function settledParts(invoice: InvoiceParts, settledMinor: number): AllocationParts {
  const vatMinor = Math.min(
    proRata(Math.max(0, invoice.vatMinor), settledMinor, invoice.totalMinor),
    settledMinor,
  );
  const charges = settledMinor - vatMinor;
  const surchargeMinor = Math.min(charges, invoice.surchargeMinor);
  // Sewer below zero is the same before and after a payment, so that no part of any payment is sewer.
  const sewerMinor = Math.min(charges - surchargeMinor, invoice.sewerMinor);
  return { surchargeMinor, sewerMinor, waterMinor: charges - surchargeMinor - sewerMinor, vatMinor };
}

/** part × settled / total, half up, exact beyond 2^53. */
function proRata(part: number, settled: number, total: number): number {
  if (total === 0) return 0;
  const whole = BigInt(total);
  return Number((2n * BigInt(part) * BigInt(settled) + whole) / (2n * whole));
}
