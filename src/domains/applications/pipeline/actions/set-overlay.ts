/** Hold, suspend, resume: overlays over a state. The clocks stop under them. */
import type { Actor } from '#platform/actor.ts';
import { sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { readSettings } from '../read-settings.ts';
import { beginStep, clearOverlay, finishStep, pauseClock, runClock, type StepInput } from '../take-step.ts';

export async function setOverlay(
  tx: Tx,
  actor: Actor,
  action: 'hold' | 'suspend',
  input: StepInput & { until?: string | undefined },
): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, action, input);
  const { office } = await readSettings(tx);
  return finishStep(tx, actor, subject, {
    action,
    audit: `application.${action}`,
    remark: input.remark,
    was: { overlay: null },
    is: { overlay: action === 'hold' ? 'HOLD' : 'SUSPENDED' },
    ...(input.until ? { details: { until: input.until } } : {}),
    sets: [
      sql`overlay = ${action === 'hold' ? 'HOLD' : 'SUSPENDED'}`,
      sql`overlay_reason = ${input.remark ?? ''}`,
      sql`overlay_on = ${actor.today}::date`,
      sql`overlay_until = ${input.until ?? null}::date`,
      ...pauseClock(actor, subject, office),
    ],
  });
}

export async function resumeApplication(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'resume', input);
  const { office } = await readSettings(tx);
  return finishStep(tx, actor, subject, {
    action: 'resume',
    audit: 'application.resume',
    was: { overlay: subject.overlay },
    is: { overlay: null },
    remark: input.remark,
    sets: [...clearOverlay(), ...runClock(actor, subject, office)],
  });
}
