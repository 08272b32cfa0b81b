/** The dialog of a step about a record that its page shows: if the step is not possible any more, it tells what the record is now, and who did that. */
import type { ReactNode } from 'react';
import type { TimelineEvent } from '../record/timeline.tsx';
import { WhatIsNow } from './over-note.tsx';
import { StepOver } from './step-over.ts';
import { useMeanwhile } from './use-meanwhile.ts';

type RecordStepProps = {
  /** As the record is now. */
  isPossible: boolean;
  /** The chip of its state. */
  state: ReactNode;
  /** What happened to it; the newest first. */
  events: readonly TimelineEvent[];
  children: ReactNode;
};

export function RecordStep({ isPossible, state, events, children }: RecordStepProps) {
  const meanwhile = useMeanwhile(events.toReversed());
  return (
    <StepOver value={isPossible ? null : <WhatIsNow state={state} events={meanwhile} />}>{children}</StepOver>
  );
}
