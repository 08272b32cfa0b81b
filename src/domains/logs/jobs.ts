import { z } from 'zod';
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { CHECK_JOB } from './chain/actions/ask-check.ts';
import { checkChain, publishHead } from './chain/actions/check-chain.ts';
import { sealRows } from './chain/actions/seal-rows.ts';
import { findingLine, headText } from './chain/findings.rules.ts';

const SEAL_JOB = 'logs:seal-rows';
const PUBLISH_JOB = 'logs:publish-head';
/** Asked for by a person; the payload of a scheduled run has only its own field. */
const asked = z.object({ by: z.string().optional() });

type Needed = Pick<Platform, 'database' | 'clock' | 'log'>;

export function jobs({ database, clock, log }: Needed): Record<string, DomainJob> {
  const actor = () => systemActor(clock.now(), today(clock), 'logs');
  const check = async (by: string) => {
    const { findings, head } = await checkChain(database.db, actor(), by);
    for (const finding of findings) log.error({ audit: finding }, `audit log: ${findingLine(finding)}`);
    return { isWhole: findings.length === 0, head };
  };
  return {
    [SEAL_JOB]: {
      runs: 'every-minute',
      run: async () => {
        await sealRows(database.db);
      },
    },
    [CHECK_JOB]: {
      run: async (payload) => {
        await check(asked.parse(payload ?? {}).by ?? 'system');
      },
    },
    [PUBLISH_JOB]: {
      runs: { dailyAt: '00:10' },
      run: async () => {
        const { isWhole, head } = await check('system');
        if (!isWhole || !head) return;
        log.info({ head: headText(head) }, 'head of the audit log');
        await publishHead(database.db, actor(), head);
      },
    },
  };
}
