/** What the dialog of a step tells in the place of its form, after somebody else took a step and this one is not possible any more. */
import type { ReactNode } from 'react';
import { onDemand } from '#web/ui/on-demand.tsx';
import type { Action } from '../../application.rules.ts';
import type { ApplicationDetail } from '../../contract.ts';

const Meanwhile = onDemand(() => import('./meanwhile.tsx').then((file) => file.Meanwhile));

export function useOver(step: Action, application: ApplicationDetail): ReactNode {
  return application.can[step]?.allowed ? null : <Meanwhile step={step} application={application} />;
}
