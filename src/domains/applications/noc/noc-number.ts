/** The number of a NoC: for one application, and after that has ended only for another one of the same plot. */
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

type Noted = { applicationId: string; nocNumber: string };

/** Two who note the same number take turns by a lock on it. */
export async function refuseTakenNoc(tx: Tx, { applicationId, nocNumber }: Noted): Promise<void> {
  await lockNoc(tx, nocNumber);
  const taken = await first<{ number: string }>(
    tx,
    sql`select coalesce(o.number, '') as number from applications.applications o
      join applications.applications a on a.id = ${applicationId} and a.id <> o.id
      where applications.plain_noc(o.noc_number) = applications.plain_noc(${nocNumber}::text)
        and o.noc_number is not null and o.deleted_at is null
        and (o.state not in ('REJECTED', 'WITHDRAWN', 'EXPIRED')
          or (o.road_id, platform.plot_key(o.plot_number)) is distinct from (a.road_id, platform.plot_key(a.plot_number)))
      order by o.created_at limit 1`,
  );
  if (taken) throw fail(errors.noc_number_taken, taken);
}

/** The next number of the year's series that nobody has noted from paper. */
export async function takeNocNumber(tx: Tx, year: string): Promise<string> {
  for (;;) {
    const { number } = await one<{ number: string }>(
      tx,
      sql`select 'RAJUK/' || ${year}::text || '/' || lpad(platform.take_numbers(${`noc-${year}`})::text, 6, '0') as number`,
    );
    await lockNoc(tx, number);
    const noted = await first(
      tx,
      sql`select from applications.applications o where o.noc_number is not null and o.deleted_at is null
        and applications.plain_noc(o.noc_number) = applications.plain_noc(${number}::text)`,
    );
    if (!noted) return number;
  }
}

const lockNoc = (tx: Tx, nocNumber: string): Promise<number> =>
  execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtextextended('noc ' || applications.plain_noc(${nocNumber}::text), 0))`,
  );
