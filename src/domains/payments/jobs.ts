import { z } from 'zod';
import { systemActor } from '#platform/actor.ts';
import { today } from '#platform/clock.ts';
import type { DomainJob } from '#platform/face.ts';
import type { Platform } from '#platform/platform.ts';
import { GATEWAY_NAMES } from '#shared/gateway-names.ts';
import { endStaleDownloads } from './bank-files/downloads/actions/keep-download.ts';
import { gatewayContext } from './gateway/context.ts';
import { checkDueOrders } from './gateway/janitor.ts';
import { PROCESS_INBOX_JOB, processInbox, receiveCallback } from './gateway/receive-callback.ts';
import { SANDBOX_CALL_JOB } from './sandbox/bank.ts';
import { foldPaymentTally } from './tally.ts';

const JANITOR_JOB = 'payments:check-due-orders';
/** A gateway may hang: what asks it has a place of its own, one after the other. */
const OF_BANKS = { runs: 'every-minute', long: 'bank' } as const;
const signedCall = z.object({
  /** Of a job that was planned before there were several: the sandbox. */
  gateway: z.enum(GATEWAY_NAMES).default('sandbox'),
  message: z.string(),
  signature: z.string(),
});

export function jobs(platform: Platform): Record<string, DomainJob> {
  const context = gatewayContext(platform);
  const actor = () => systemActor(platform.clock.now(), today(platform.clock), 'payments');
  return {
    // Orders that are due.
    [JANITOR_JOB]: {
      ...OF_BANKS,
      run: async (_payload, { signal }) => {
        await checkDueOrders(context, actor, signal);
      },
    },
    // Calls whose process ended before they were done.
    [PROCESS_INBOX_JOB]: {
      ...OF_BANKS,
      run: (_payload, { signal }) => processInbox(context, actor, signal),
    },
    'payments:end-downloads': { runs: 'every-minute', run: () => endStaleDownloads(platform) },
    'payments:fold-tally': { runs: 'every-minute', run: () => foldPaymentTally(platform.database.db) },
    [SANDBOX_CALL_JOB]: {
      run: async (payload) => {
        await receiveCallback(context, actor(), signedCall.parse(payload));
      },
    },
  };
}
