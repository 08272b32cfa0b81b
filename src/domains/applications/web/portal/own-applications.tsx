/** The page on which a consumer asks for a connection: own applications first, then what is needed to begin another. */
import { Button } from '@mantine/core';
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#web/calls/call.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PagesOfCards } from '#web/ui/list/pager.tsx';
import { useExistingPage, useList, useListState } from '#web/ui/list/use-list.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { type ApplicationItem, listApplications } from '../../contract.ts';
import { consumerInfo, createDraft, listDrafts } from '../../intake/contract.ts';
import { isPaymentOver, nextOf, StateOf } from '../words.tsx';
import { NeededPapers } from './needed-papers.tsx';
import style from './portal.module.css';
import { WhatItCosts } from './what-it-costs.tsx';

/** Who registered in Bengali has one name, which is not the English one. */
function namesOf(known: { name: string; nameBn: string | null } | null) {
  const { name, nameBn } = known ?? {};
  return name && BENGALI.test(name) ? { name: '', nameBn: nameBn || name } : { name, nameBn };
}
const BENGALI = /[\u0980-\u09ff]/;

/** Begins a draft with what the utility knows of the person already. */
function useBegin() {
  const go = useGo();
  const [isReading, setIsReading] = useState(false);
  const create = useAction(createDraft, {
    onDone: ({ id }) => go(`/customer/new-connections/${id}`, { section: 'applicant' }),
  });
  const begin = async () => {
    setIsReading(true);
    const known = await call(consumerInfo, { query: {} }, { quiet: true }).catch(() => null);
    setIsReading(false);
    const { phone, email, nid, dateOfBirth, address } = known ?? {};
    create.run({
      body: { applicant: { ...namesOf(known), phone, email, nid, dateOfBirth, address, isOwner: true } },
    });
  };
  return { begin, isRunning: isReading || create.isRunning };
}

export function OwnApplications() {
  const t = useTexts('applications');
  const title = usePageName() ?? '';
  const { state, change } = useListState([]);
  const applications = useList(listApplications, { ...state, sort: '-submittedAt', search: '' });
  useExistingPage(applications, state, change);
  const drafts = useAnswer(listDrafts, { query: { limit: 20 } });
  const { begin, isRunning } = useBegin();
  const error = applications.error ?? drafts.error;
  if (error && !applications.data) return <FailedPage error={error} retry={() => applications.refetch()} />;
  if (!applications.data || !drafts.data) return <RecordSkeleton />;
  const { items: rows, atBank } = applications.data;
  const started = drafts.data.items;
  const isFirst = applications.data.total + started.length === 0;
  return (
    <div className={style.page}>
      <PageHead title={title} about={t(isFirst ? 'own.about_first' : 'own.about')} />
      {isFirst ? null : (
        <ul className={style.cards}>
          {started.map((draft) => (
            <DraftCard key={draft.id} draft={draft} />
          ))}
          {rows.map((row) => (
            <ApplicationCard
              key={row.id}
              row={row}
              atBank={atBank.find(({ applicationId }) => applicationId === row.id)}
            />
          ))}
        </ul>
      )}
      <PagesOfCards state={state} total={applications.data.total} change={change} />
      <Sheet title={t(isFirst ? 'own.begin_first' : 'own.begin_another')}>
        <div className={style.fields}>
          <ol className={style.plan}>
            {(['fill', 'check', 'pay', 'meter'] as const).map((step) => (
              <li key={step}>{t(`own.plan.${step}`)}</li>
            ))}
          </ol>
          <NeededPapers />
          <Button
            size="lg"
            fullWidth
            loading={isRunning}
            leftSection={<IconPlus size={19} aria-hidden="true" />}
            onClick={() => void begin()}
          >
            {t('own.begin')}
          </Button>
          <p className={style.soft}>{t('own.saved_as_you_go')}</p>
        </div>
      </Sheet>
      <WhatItCosts />
    </div>
  );
}

type DraftRow = {
  id: string;
  savedAt: string;
  sectorNumber: string | null;
  roadNumber: string | null;
  plotNumber: string;
};

function DraftCard({ draft }: { draft: DraftRow }) {
  const t = useTexts('applications');
  const place = usePlace();
  const { instant } = useFormats();
  return (
    <li>
      <GoLink to={`/customer/new-connections/${draft.id}`} className={style.card}>
        <span className={style.cardFacts}>
          <span className={style.headLine}>
            <b>{place(draft) ?? t('own.draft')}</b>
            <StateChip tone="grey">{t('states.DRAFT')}</StateChip>
          </span>
          <span className={style.soft}>{t('own.draft_saved', { at: instant(draft.savedAt) })}</span>
          <span>{t('own.go_on')}</span>
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </GoLink>
    </li>
  );
}

type CardProps = { row: ApplicationItem; atBank: { isSetAside: boolean } | undefined };

function ApplicationCard({ row, atBank }: CardProps) {
  const t = useTexts('applications');
  const place = usePlace();
  const { digits, day, money } = useFormats();
  const date = row.expiresOn ?? row.dueAt;
  const isOver = !atBank && isPaymentOver(row);
  return (
    <li>
      <GoLink to={`/customer/new-connections/${row.id}`} className={style.card}>
        <span className={style.cardFacts}>
          <span className={style.headLine}>
            <b>{place(row)}</b>
            <StateOf row={row} isOwn />
          </span>
          <span className={style.soft}>{digits(row.number ?? '')}</span>
          <span>
            {row.overlay
              ? t('record.held_list')
              : isOver
                ? t('tracker.pay_over_title')
                : t(`next.${nextOf(row.state, row.surveyState === 'SUBMITTED')}.title`)}
          </span>
          {row.state === 'READY_TO_PAY' && row.totalMinor !== null && !row.overlay ? (
            <b>{money(row.totalMinor - (row.paidMinor ?? 0))}</b>
          ) : null}
          {atBank ? (
            <span>{t(atBank.isSetAside ? 'tracker.set_aside_short' : 'tracker.at_bank_short')}</span>
          ) : null}
          {row.visitOn && row.visitOn >= today() ? (
            <span>{t('tracker.visit', { day: day(row.visitOn) })}</span>
          ) : null}
          {date ? (
            <span className={style.soft}>
              {t(isOver ? 'tracker.pay_over' : row.expiresOn ? 'own.until' : 'own.expected', {
                day: day(date),
              })}
            </span>
          ) : null}
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </GoLink>
    </li>
  );
}
