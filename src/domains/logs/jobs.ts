import { z } from 'zod';
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { CHECK_JOB } from './chain/actions/ask-check.ts';
import { checkChain, publishHead } from './chain/actions/check-chain.ts';
import { sealRows } from './chain/actions/seal-rows.ts';
import { findingLine, headText } from './chain/findings.rules.ts';

const SEAL_JOB = 'logs:seal-rows';
const PUBLISH_JOB = 'logs:publish-head';
/** Asked for by a person; the cron's payload has only its own field. */
const asked = z.object({ by: z.string().optional() });

type Needed = Pick<Platform, 'database' | 'clock' | 'log'>;

export function jobs({ database, clock, log }: Needed): Jobs {
  const actor = () => systemActor(clock.now(), today(clock), 'logs');
  const check = async (by: string) => {
    const { findings, head } = await checkChain(database.db, actor(), by);
    for (const finding of findings) log.error({ audit: finding }, `audit log: ${findingLine(finding)}`);
    return { isWhole: findings.length === 0, head };
  };
  return {
    [SEAL_JOB]: async () => {
      await sealRows(database.db);
    },
    [CHECK_JOB]: async (payload) => {
      await check(asked.parse(payload ?? {}).by ?? 'system');
    },
    [PUBLISH_JOB]: async () => {
      const { isWhole, head } = await check('system');
      if (!isWhole || !head) return;
      log.info({ head: headText(head) }, 'head of the audit log');
      await publishHead(database.db, actor(), head);
    },
  };
}

/** Every minute; at ten past midnight in Dhaka the head leaves the house. */
export const LOGS_CRONTAB = [`* * * * * ${SEAL_JOB}`, `10 18 * * * ${PUBLISH_JOB}`];
