/** What happened to the application. */
import type { z } from 'zod';
import { useProgramName, useRoleName } from '#domains/roles/web/role-name.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { ACTIONS, type Action, REFUND_STATES } from '../../application.rules.ts';
import { getTimeline, type timelineEntry } from '../../contract.ts';
import { DOCUMENT_KIND_NAMES, type DocumentKind } from '../../documents.rules.ts';
import { useNameFor } from '../name-for.ts';

const ACTION_TONES: Partial<Record<Action, Tone>> = {
  'noc-approve': 'green',
  'noc-return': 'amber',
  'noc-reject': 'red',
  recorrection: 'amber',
  pay: 'green',
  'take-back-payment': 'amber',
  'confirm-installation': 'green',
  hold: 'violet',
  suspend: 'violet',
  reject: 'red',
  withdraw: 'grey',
  'withdraw-paid': 'grey',
  expire: 'red',
  comment: 'grey',
  attach: 'grey',
  archive: 'grey',
  'noc-remark': 'grey',
  'noc-remind': 'grey',
};

type Entry = z.output<typeof timelineEntry>;
type Step = Entry & { kinds: DocumentKind[] };

/** Papers that one person handed in one after the other are one event. */
function folded(entries: readonly Entry[]): Step[] {
  const steps: Step[] = [];
  for (const entry of entries) {
    const kind = DOCUMENT_KIND_NAMES.find((kind) => kind === entry.details.kind);
    const last = steps.at(-1);
    const isSame =
      last?.action === entry.action && last.actorName === entry.actorName && last.role === entry.role;
    // A returned paper is an event of its own: its remark is what matters.
    if (kind && last && isSame && last.kinds.length > 0 && !entry.remark && !last.remark)
      last.kinds.push(kind);
    else steps.push({ ...entry, kinds: kind ? [kind] : [] });
  }
  return steps;
}

export function History({ applicationId }: { applicationId: string }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const programName = useProgramName();
  const nameFor = useNameFor();
  const nameIn = useNameIn();
  const found = useAnswer(getTimeline, { query: { applicationId } });
  if (found.error && !found.data) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const titleOf = ({ action, kinds, details }: Step) => {
    const known = ACTIONS.find((known) => known === action);
    if (action === 'check-document') {
      return t(details.verdict === 'return' ? 'record.paper_returned' : 'record.papers_accepted', {
        count: kinds.length,
      });
    }
    if (kinds.length > 0) return t('record.papers', { count: kinds.length });
    const refund = REFUND_STATES.find((state) => state === details.refundState);
    if (refund) return t(`refund_states.${refund}`);
    return known ? t(`done.${known}`) : action;
  };
  const events = folded(found.data.items).map((step) => ({
    id: step.id,
    at: step.at,
    tone: ACTION_TONES[step.action as Action] ?? ('blue' as const),
    title: titleOf(step),
    by:
      programName(step.role) ??
      [
        nameFor(nameIn(step.actorName, step.actorNameBn), step.details.onBehalfOf),
        roleName(step.role, step.role),
      ]
        .filter(Boolean)
        .join(', '),
    remark: [...step.kinds.map((kind) => t(`kinds.${kind}`)), step.remark].filter(Boolean).join('; ') || null,
  }));
  return <Timeline title={t('record.timeline')} events={events} />;
}
