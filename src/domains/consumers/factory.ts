/** Many consumers at once, by set-based SQL, for benchmarks and the demo town. One consumer: createConsumer. */
import { execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';

/** @returns SELECT of n (1 to count) and consumer_id */
export async function makeConsumers(tx: Tx, count: number): Promise<Sql> {
  const { first } = await one<{ first: number }>(
    tx,
    sql`select platform.take_numbers('consumer', ${count}::bigint) as first`,
  );
  await execute(
    tx,
    sql`insert into consumers.consumers (number, name, phone)
    select platform.human_number(2, ${first}::bigint + n - 1), 'Consumer ' || n, '+88019' || lpad((n % 100000000)::text, 8, '0')
    from generate_series(1, ${count}::int) n`,
  );
  return sql`select n, c.id as consumer_id from generate_series(1, ${count}::int) n
    join consumers.consumers c on c.number = platform.human_number(2, ${first}::bigint + n - 1)`;
}
