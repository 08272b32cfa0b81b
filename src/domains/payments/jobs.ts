import { z } from 'zod';
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { Jobs } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { gatewayContext } from './gateway/context.ts';
import { checkDueOrders } from './gateway/janitor.ts';
import { PROCESS_INBOX_JOB, processInbox, receiveCallback } from './gateway/receive-callback.ts';
import { SANDBOX_CALL_JOB } from './sandbox/bank.ts';

const JANITOR_JOB = 'payments:check-due-orders';
const signedCall = z.object({ message: z.string(), signature: z.string() });

export function jobs(platform: Platform): Jobs {
  const context = gatewayContext(platform);
  const actor = () => systemActor(platform.clock.now(), today(platform.clock), 'payments');
  return {
    [JANITOR_JOB]: async () => {
      await checkDueOrders(context, actor());
    },
    [PROCESS_INBOX_JOB]: () => processInbox(context, actor()),
    [SANDBOX_CALL_JOB]: async (payload) => {
      await receiveCallback(context, actor(), signedCall.parse(payload));
    },
  };
}

/** Every minute: orders that are due, and calls whose process died before they were done. */
export const PAYMENTS_CRONTAB = [`* * * * * ${JANITOR_JOB}`, `* * * * * ${PROCESS_INBOX_JOB}`];
