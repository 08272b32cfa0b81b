/** A meter was on the test bench: it goes back into stock, or waits to be tested again or scrapped. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { lastOfClosed } from '../../closure/last-reading.ts';
import { errors, type testMeter as testCall } from '../contract.ts';
import { finishMeter, lockMeter, refuseMove } from '../lock-meter.ts';

type Tested = z.output<(typeof testCall)['body']>;

export async function testMeter(tx: Tx, actor: Actor, input: Tested) {
  const { testedOn, result, errorPercent, remark } = input;
  const hundredths = errorPercent === null ? null : Math.round(Number(errorPercent) * 100);
  const meter = await lockMeter(tx, input);
  const move = result === 'PASSED' ? 'pass-test' : 'fail-test';
  refuseMove(move, meter);
  if (testedOn > actor.today) throw fail(errors.meter_test_in_future);
  await refuseOpen(tx, meter.id);
  const answer = await finishMeter(tx, meter, move);
  await execute(
    tx,
    sql`insert into meters.bench_tests (meter_id, tested_on, passed, error_hundredths, remark, tested_by, tested_by_name, at)
      values (${meter.id}, ${testedOn}, ${result === 'PASSED'}, ${hundredths}, ${remark}, ${actor.userId}, ${actor.name}, ${actor.now})`,
  );
  await audit(tx, actor, {
    action: 'meter.test',
    object: 'meter',
    objectId: meter.id,
    before: { status: meter.status },
    after: { status: answer.status, testedOn, result, errorPercent, remark },
  });
  return answer;
}

/** The connection that it left may still be opened again with it, its figure is not confirmed, or somebody asked to scrap it. */
async function refuseOpen(tx: Tx, meterId: string): Promise<void> {
  const open = await first<{ isScrap: boolean }>(
    tx,
    sql`select false as "isScrap" from meters.assignments a left join lateral (${lastOfClosed(sql`r.state`)}) l on true
      where a.meter_id = ${meterId} and (a.removed_on is null or a.final_status = 'DUMPED_PENDING'
        or a.final_status = 'READING' and l.state is distinct from 'BILLED')
      union all select true from meters.scraps s where s.meter_id = ${meterId} and s.state = 'REQUESTED'`,
  );
  if (open) throw fail(open.isScrap ? errors.meter_scrap_asked : errors.meter_final_open);
}
