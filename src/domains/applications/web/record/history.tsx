/** What happened to the application. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/answers.ts';
import { useTexts } from '#web/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { ACTIONS, type Action } from '../../application.rules.ts';
import { getTimeline } from '../../contract.ts';
import { DOCUMENT_KIND_NAMES } from '../../documents.rules.ts';

const ACTION_TONES: Partial<Record<Action, Tone>> = {
  'noc-approve': 'green',
  'noc-return': 'amber',
  'noc-reject': 'red',
  recorrection: 'amber',
  pay: 'green',
  'confirm-installation': 'green',
  hold: 'violet',
  suspend: 'violet',
  reject: 'red',
  withdraw: 'grey',
  expire: 'red',
  comment: 'grey',
  attach: 'grey',
  archive: 'grey',
  'noc-remark': 'grey',
};

/** The title of a step of the timeline. */
export function useStepTitle() {
  const t = useTexts('applications');
  return (action: string, details: Readonly<Record<string, unknown>>): string => {
    const known = ACTIONS.find((one) => one === action);
    const kind = DOCUMENT_KIND_NAMES.find((one) => one === details.kind);
    const title = known ? t(`done.${known}`) : action;
    return kind ? t('record.step_of', { step: title, what: t(`kinds.${kind}`) }) : title;
  };
}

export function History({ applicationId }: { applicationId: string }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const titleOf = useStepTitle();
  const found = useAnswer(getTimeline, { query: { applicationId } });
  if (found.error && !found.data) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const events = found.data.items.map((entry) => ({
    id: entry.id,
    at: entry.at,
    tone: ACTION_TONES[entry.action as Action] ?? ('blue' as const),
    title: titleOf(entry.action, entry.details),
    by: [entry.actorName, roleName(entry.role, entry.role)].filter(Boolean).join(', '),
    remark: entry.remark,
  }));
  return <Timeline title={t('record.timeline')} events={events} />;
}
