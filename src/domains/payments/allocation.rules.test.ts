import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allocateOldestFirst, splitAllocation } from './allocation.rules.ts';

const amount = fc.integer({ min: 1, max: 10_000_000_000 });
const open = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 30 });

test('nothing is lost, nothing negative, no invoice over its open sum, oldest first (G4)', () => {
  fc.assert(
    fc.property(amount, open, (paid, sums) => {
      const invoices = sums.map((openMinor, index) => ({ id: String(index), openMinor }));
      const { allocations, surplusMinor } = allocateOldestFirst(paid, invoices);
      const total = allocations.reduce((sum, item) => sum + item.amountMinor, 0);
      expect(total + surplusMinor).toBe(paid);
      expect(surplusMinor).toBeGreaterThanOrEqual(0);
      allocations.forEach((item, index) => {
        expect(item.invoiceId).toBe(String(index));
        expect(item.amountMinor).toBeGreaterThan(0);
        const isLast = index === allocations.length - 1;
        // All but the last are paid in full: a younger one gets nothing before.
        if (isLast) expect(item.amountMinor).toBeLessThanOrEqual(sums[index] ?? 0);
        else expect(item.amountMinor).toBe(sums[index]);
      });
      if (surplusMinor > 0) expect(allocations.length).toBe(sums.length);
    }),
    { numRuns: 10_000 },
  );
});

const invoice = fc
  .record({
    surchargeMinor: fc.nat(1_000_000),
    sewerMinor: fc.nat(100_000_000),
    waterMinor: fc.nat(100_000_000),
    vatMinor: fc.nat(30_000_000),
  })
  .map((parts) => ({
    ...parts,
    totalMinor: parts.surchargeMinor + parts.sewerMinor + parts.waterMinor + parts.vatMinor,
  }));

test('however an invoice is paid in steps, each part ends at its sum and is never negative', () => {
  fc.assert(
    fc.property(
      invoice,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      (bill, cuts) => {
        const marks = [
          0,
          ...cuts.map((cut) => Math.floor(cut * bill.totalMinor)).sort((a, b) => a - b),
          bill.totalMinor,
        ];
        const paid = { surchargeMinor: 0, sewerMinor: 0, waterMinor: 0, vatMinor: 0 };
        for (let step = 1; step < marks.length; step += 1) {
          const [before = 0, after = 0] = [marks[step - 1], marks[step]];
          const parts = splitAllocation(bill, before, after);
          for (const key of Object.keys(paid) as (keyof typeof paid)[]) {
            expect(parts[key]).toBeGreaterThanOrEqual(0);
            paid[key] += parts[key];
          }
          const sum = parts.surchargeMinor + parts.sewerMinor + parts.waterMinor + parts.vatMinor;
          expect(sum).toBe(after - before);
        }
        const { totalMinor: _, ...whole } = bill;
        expect(paid).toEqual(whole);
      },
    ),
    { numRuns: 10_000 },
  );
});

/** Of a supplementary bill: what each line became less what it was. The total is above zero, its lines need not be. */
const supplement = fc
  .record({
    sewerMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    waterMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    vatMinor: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  })
  .map((parts) => ({
    ...{ ...parts, surchargeMinor: 0 },
    totalMinor: parts.sewerMinor + parts.waterMinor + parts.vatMinor,
  }))
  .filter(({ totalMinor }) => totalMinor > 0);

test('of a bill with lines below zero no part is paid below zero, nor above its line, however it is paid', () => {
  fc.assert(
    fc.property(
      supplement,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
      (bill, cuts) => {
        const steps = cuts.map((cut) => Math.floor(cut * bill.totalMinor)).toSorted((a, b) => a - b);
        const paid = { surchargeMinor: 0, sewerMinor: 0, waterMinor: 0, vatMinor: 0 };
        let before = 0;
        for (const after of [...steps, bill.totalMinor]) {
          const parts = splitAllocation(bill, before, after);
          for (const key of Object.keys(paid) as (keyof typeof paid)[]) {
            expect(parts[key]).toBeGreaterThanOrEqual(0);
            paid[key] += parts[key];
            expect(paid[key]).toBeLessThanOrEqual(Math.max(0, bill[key]));
          }
          expect(parts.surchargeMinor + parts.sewerMinor + parts.waterMinor + parts.vatMinor).toBe(
            after - before,
          );
          before = after;
        }
      },
    ),
    { numRuns: 5000 },
  );
});

test('more VAT than the total: all of it is VAT', () => {
  const bill = { totalMinor: 4500, surchargeMinor: 0, sewerMinor: 0, vatMinor: 4554 };
  expect(splitAllocation(bill, 0, 100)).toMatchObject({ waterMinor: 0, vatMinor: 100 });
  expect(splitAllocation(bill, 100, 4500)).toMatchObject({ waterMinor: 0, vatMinor: 4400 });
});

test('VAT and sewer below zero: all of it is water', () => {
  const bill = { totalMinor: 4500, surchargeMinor: 0, sewerMinor: -700, vatMinor: -300 };
  expect(splitAllocation(bill, 0, 100)).toMatchObject({ sewerMinor: 0, waterMinor: 100, vatMinor: 0 });
  expect(splitAllocation(bill, 100, 4500)).toMatchObject({ sewerMinor: 0, waterMinor: 4400, vatMinor: 0 });
});

test('surcharge before sewer before water', () => {
  const bill = { totalMinor: 11_000, surchargeMinor: 1000, sewerMinor: 4000, vatMinor: 0 };
  expect(splitAllocation(bill, 0, 3000)).toEqual({
    surchargeMinor: 1000,
    sewerMinor: 2000,
    waterMinor: 0,
    vatMinor: 0,
  });
});

test('half a poisha of VAT is rounded up', () => {
  const bill = { totalMinor: 200, surchargeMinor: 0, sewerMinor: 0, vatMinor: 1 };
  expect(splitAllocation(bill, 0, 100)).toMatchObject({ vatMinor: 1, waterMinor: 99 });
  expect(splitAllocation(bill, 0, 99)).toMatchObject({ vatMinor: 0, waterMinor: 99 });
});

test('an invoice that owes nothing gets nothing, and one of nothing has no parts', () => {
  const invoices = [
    { id: 'paid', openMinor: 0 },
    { id: 'open', openMinor: 50 },
  ];
  expect(allocateOldestFirst(80, invoices)).toEqual({
    allocations: [{ invoiceId: 'open', amountMinor: 50 }],
    surplusMinor: 30,
  });
  const nothing = { totalMinor: 0, surchargeMinor: 0, sewerMinor: 0, vatMinor: 0 };
  expect(splitAllocation(nothing, 0, 0)).toEqual({
    surchargeMinor: 0,
    sewerMinor: 0,
    waterMinor: 0,
    vatMinor: 0,
  });
});
