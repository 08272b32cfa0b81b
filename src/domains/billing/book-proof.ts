/** What billing adds to the nightly proof of the books. */
import type { BookProof } from '#domains/ledger/points.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { tallyDifference } from './invoices/tally.ts';

export const talliedBills: BookProof = {
  kind: 'tallied-bills',
  name: ['The numbers and sums of all bills against the bills', 'সব বিলের সংখ্যা ও যোগফল এবং বিলগুলো'],
  difference: tallyDifference,
};

/**
 * Each litre between two registers is in one bill: of a month, what its bills count, with what was taken off for leaks, is what
 * their readings count. */
export const billedWater: BookProof = {
  kind: 'billed-water',
  name: ['The litres of all bills against the readings that they bill', 'সব বিলের পানি ও বিল করা রিডিং'],
  difference: waterDifference,
};

/** A surcharge is for a bill: of a bill that was cancelled, none is left. */
export const surchargesOfBills: BookProof = {
  kind: 'surcharges-of-bills',
  name: ['Late surcharges whose bill was cancelled', 'বাতিল বিলের বিলম্ব মাশুল'],
  difference: orphanedMinor,
};

/** Poisha of living surcharges without a living bill; zero. */
async function orphanedMinor(db: Db | Tx): Promise<number> {
  const { off } = await one<{ off: number }>(
    db,
    sql`select coalesce(sum(e.total_minor), 0)::bigint as off from billing.surcharges g
      join billing.invoices e on e.id = g.invoice_id and e.cancelled_on is null
      join billing.invoices b on b.id = g.of_invoice_id and b.cancelled_on is not null`,
  );
  return off;
}

/** A rebate is for a bill that was paid in full: what was credited for another one was taken back. */
export const rebatesOfBills: BookProof = {
  kind: 'rebates-of-bills',
  name: ['Rebates whose bill is cancelled or not paid in full', 'বাতিল বা পুরো পরিশোধ না হওয়া বিলের রেয়াত'],
  difference: unearnedMinor,
};

/** Poisha of rebates without a living bill that is paid in full; zero. */
async function unearnedMinor(db: Db | Tx): Promise<number> {
  const { off } = await one<{ off: number }>(
    db,
    sql`select coalesce(sum(g.amount_minor), 0)::bigint as off from billing.rebates g join billing.invoices i on i.id = g.invoice_id
      where g.taken_back_on is null and (i.cancelled_on is not null or i.settled_minor < i.total_minor)`,
  );
  return off;
}

/** By how many litres bills and billed readings of a connection and month differ, over all of them; zero. */
async function waterDifference(db: Db | Tx): Promise<number> {
  const { off } = await one<{ off: number }>(
    db,
    sql`select coalesce(sum(abs(litres)), 0)::bigint as off from (
        select sum(litres) as litres from (
          select connection_id, period, consumption_litres as litres from meters.readings where state = 'BILLED'
          union all
          select i.connection_id, i.period, -coalesce(a.usage_after_litres, i.usage_litres)
            - coalesce((select sum(k.forgiven_litres) from billing.leaks k where k.invoice_id = i.id and k.state = 'CREDITED'), 0)
          from billing.invoices i left join lateral (select usage_after_litres from billing.adjustments x
            where x.invoice_id = i.id order by x.id desc limit 1) a on true
          where i.cancelled_on is null and i.adjusts_id is null and i.run_id is not null) both_sides
        group by connection_id, period) compared`,
  );
  return off;
}
