/** What happened to the application, narrowed by chips to one kind of entries. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { useProgramName, useRoleName } from '#domains/roles/web/role-name.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { findText, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { Timeline, type TimelineEvent } from '#web/ui/record/timeline.tsx';
import { ACTIONS, type Action, REFUND_STATES } from '../../application.rules.ts';
import { getTimeline } from '../../contract.ts';
import { DOCUMENT_KIND_NAMES, type DocumentKind } from '../../documents.rules.ts';
import { askedFor } from '../../history/asked.rules.ts';
import { GROUPS, type Group, groupOf } from '../../history/history.rules.ts';
import { useCheckText } from '../desk/check-text.ts';
import { useNameFor } from '../name-for.ts';
import { FIELD_LABELS } from '../parts/field-label.ts';
import style from './history.module.css';

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
  'noc-forward': 'grey',
  'noc-check': 'grey',
};
/** Of entries that are no steps. */
const OTHER_TONES: Readonly<Record<string, Tone>> = { message: 'grey', visit: 'amber' };

export type Entry = z.output<(typeof getTimeline)['output']>['items'][number];
type Step = Entry & { kinds: DocumentKind[] };
const UNDELIVERED = ['waiting', 'sending', 'failed'] as const;

const isNamed = (names: unknown, name: string) => Array.isArray(names) && names.includes(name);

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

/** Gives what the list shows of the entries, only those of one kind if it is named. */
export function useEvents(): (items: readonly Entry[], shown?: Group) => TimelineEvent[] {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const programName = useProgramName();
  const nameFor = useNameFor();
  const nameIn = useNameIn();
  const checkText = useCheckText();
  const { day, numberOrText } = useFormats();
  const dayOf = (value: unknown) => (typeof value === 'string' ? day(value) : '');
  const titleOf = ({ action, kinds, details }: Step) => {
    if (action === 'message') {
      const title = t(details.channel === 'bell' ? 'record.message_bell' : 'record.message_sms');
      const undelivered = UNDELIVERED.find((state) => state === details.delivery);
      return undelivered ? `${title} · ${t(`delivery.${undelivered}`)}` : title;
    }
    if (action === 'visit') {
      const days = { day: dayOf(details.visitOn), earlier: dayOf(details.earlierOn) };
      if (!details.visitOn) return t('record.visit_off', days);
      return t(details.earlierOn ? 'record.visit_moved' : 'record.visit_planned', days);
    }
    const known = ACTIONS.find((known) => known === action);
    if (action === 'check-document') {
      return t(details.verdict === 'return' ? 'record.paper_returned' : 'record.papers_accepted', {
        count: kinds.length,
      });
    }
    if (kinds.length > 0) return t('record.papers', { count: kinds.length });
    const refund = REFUND_STATES.find((state) => state === details.refundState);
    if (refund) return t(`refund_states.${refund}`);
    if (action === 'install' && details.replaces) return t('install.again');
    return known ? t(`done.${known}`) : action;
  };
  const noticeOf = ({ action, details }: Step) => {
    if (action !== 'message' || details.channel !== 'bell') return null;
    const [, what = ''] = String(details.message).split('.');
    const number = numberOrText(String(details.number ?? ''));
    return findText('applications', `notices.${what}`, { number }) ?? null;
  };
  /** What a corrected part holds now that it did not hold, and what is looked at again because of it. */
  const correctedBy = ({ details }: Step) => {
    const { changed, papersAgain, nocAgain } = details;
    const labels = Object.entries(FIELD_LABELS).filter(([name]) => isNamed(changed, name));
    const papers = DOCUMENT_KIND_NAMES.filter((kind) => isNamed(papersAgain, kind));
    return [
      ...(labels.length > 0
        ? [t('record.changed_fields', { fields: labels.map(([, label]) => t(label)).join(', ') })]
        : []),
      ...(papers.length > 0
        ? [t('record.papers_again', { papers: papers.map((kind) => t(`kinds.${kind}`)).join(', ') })]
        : []),
      ...(nocAgain ? [t('record.noc_again', { number: String(nocAgain) })] : []),
    ];
  };
  /** What a correction asks for, by the words of the page. */
  const askedBy = ({ action, details }: Step) => {
    if (action !== 'recorrection' && action !== 'noc-return') return null;
    const what = askedFor(details).map((asked) => {
      if ('paper' in asked) return t(`kinds.${asked.paper}`);
      const part = t(`parts.${asked.part}`);
      const label = Object.entries(FIELD_LABELS).find(([name]) => name === asked.field)?.[1];
      return label ? `${part}: ${t(label)}` : part;
    });
    return what.length > 0 ? t('record.asked_for', { what: what.join(', ') }) : null;
  };
  return (items, shown) =>
    folded(items.filter((entry) => !shown || groupOf(entry) === shown)).map((step) => ({
      // A visit is of the same step as the assignment that planned it.
      id: `${step.action} ${step.id}`,
      at: step.at,
      tone: ACTION_TONES[step.action as Action] ?? OTHER_TONES[step.action] ?? ('blue' as const),
      title: titleOf(step),
      by:
        programName(step.role) ??
        [
          nameFor(nameIn(step.actorName, step.actorNameBn), step.details.onBehalfOf),
          roleName(step.role, step.role),
        ]
          .filter(Boolean)
          .join(', '),
      remark:
        [
          ...step.kinds.map((kind) => t(`kinds.${kind}`)),
          ...correctedBy(step),
          askedBy(step),
          step.action === 'noc-forward' ? t('forward.to', { name: String(step.details.officer) }) : null,
          step.remark,
          ...step.checks.map((check) => [`✓ ${checkText(check)}`, check.remark].filter(Boolean).join(': ')),
          step.text,
          noticeOf(step),
        ]
          .filter(Boolean)
          .join('; ') || null,
    }));
}

type Of = { applicationId: string; shown: Group | undefined };

/** What happened before the entries that are shown, when somebody asks for it. */
function Earlier({ before, ...of }: Of & { before: string }) {
  const t = useTexts('applications');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Page before={before} {...of} />;
  return (
    <Button variant="default" fullWidth className="no-print" onClick={() => setOpen(true)}>
      {t('record.earlier')}
    </Button>
  );
}

function Page({ applicationId, before, shown }: Of & { before: string }) {
  const eventsOf = useEvents();
  const found = useAnswer(getTimeline, { query: { applicationId, before } });
  if (found.error && !found.data) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { items, earlier } = found.data;
  return (
    <>
      <Timeline events={eventsOf(items, shown)} />
      {earlier ? <Earlier before={earlier} applicationId={applicationId} shown={shown} /> : null}
    </>
  );
}

export function History({ applicationId }: { applicationId: string }) {
  const t = useTexts('applications');
  const eventsOf = useEvents();
  const [chosen, setChosen] = useState<Group>();
  const found = useAnswer(getTimeline, { query: { applicationId } });
  if (found.error && !found.data) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { items, earlier } = found.data;
  // What there is of a kind may be further down.
  const groups = GROUPS.filter((group) => earlier || items.some((entry) => groupOf(entry) === group));
  // The last one of a kind may be gone from the answer by now.
  const shown = groups.find((group) => group === chosen);
  return (
    <>
      {groups.length > 1 ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend of its own look.
        <div role="group" aria-label={t('record.narrow')} className={`${style.chips} no-print`}>
          {([undefined, ...groups] as const).map((group) => (
            <button
              key={group ?? 'all'}
              type="button"
              className={style.chip}
              aria-pressed={group === shown}
              onClick={() => setChosen(group)}
            >
              {t(`record.groups.${group ?? 'all'}`)}
            </button>
          ))}
        </div>
      ) : null}
      <Timeline title={t('record.timeline')} events={eventsOf(items, shown)} />
      {/* Something new makes other pages. */}
      {earlier ? (
        <Earlier key={earlier} before={earlier} applicationId={applicationId} shown={shown} />
      ) : null}
    </>
  );
}
