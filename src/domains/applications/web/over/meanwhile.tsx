/** What the application is now, and the last step that was taken, as its reader may know it. */

import { errorTextNow } from '#web/calls/error-text.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useProfile, whoIs } from '#web/session/session.ts';
import { WhatIsNow } from '#web/ui/over/over-note.tsx';
import type { Action } from '../../application.rules.ts';
import { type ApplicationDetail, getTimeline } from '../../contract.ts';
import { type Entry, useEvents } from '../history/history.tsx';
import { StateOf } from '../words.tsx';

/** Messages follow a step, and a comment changes nothing. */
const isStep = ({ action }: Entry) => !['message', 'visit', 'comment'].includes(action);

type MeanwhileProps = { step: Action; application: ApplicationDetail };

export function Meanwhile({ step, application }: MeanwhileProps) {
  const eventsOf = useEvents();
  const isOwn = whoIs(useProfile()?.role ?? '') === 'consumer';
  const { data, isFetching } = useAnswer(getTimeline, { query: { applicationId: application.id } });
  const reason = application.can[step]?.reason;
  // What was known before is not what happened meanwhile.
  const items = isFetching ? [] : (data?.items ?? []);
  return (
    <WhatIsNow
      state={<StateOf row={application} isOwn={isOwn} />}
      why={
        reason && reason !== 'wrong_state'
          ? errorTextNow(`applications.${reason}`, { name: application.assigneeName ?? '' })
          : null
      }
      events={eventsOf(items.filter(isStep).slice(0, 1))}
    />
  );
}
