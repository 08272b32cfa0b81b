/** What the dialog of a step tells in the place of its form, after somebody else took a step and this one is not possible any more. */
import type { ReactNode } from 'react';
import { WhatIsNow } from '#web/ui/over/over-note.tsx';
import { useMeanwhile } from '#web/ui/over/use-meanwhile.ts';
import type { RequestDetail } from '../contract.ts';
import type { RequestAction } from '../ownership.rules.ts';
import { useEventOf } from './request-event.ts';
import { RequestStateChip } from './state-chip.tsx';

/** What only waits for something (open bills, a new code) is refused with its own sentence, and the form stays. */
function isOver(step: RequestAction, { can, blocked }: RequestDetail): boolean {
  const waits = blocked[step];
  return can[step] !== 'yes' && (!waits || waits.code === 'ownership.agreed_already');
}

export function useOver(step: RequestAction, request: RequestDetail): ReactNode {
  const eventOf = useEventOf();
  const meanwhile = useMeanwhile(request.timeline);
  if (!isOver(step, request)) return null;
  return <WhatIsNow state={<RequestStateChip state={request.state} />} events={meanwhile.map(eventOf)} />;
}
