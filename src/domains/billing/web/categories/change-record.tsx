/** One change of a category: the office decides and looks at its end; the household reads what counts from when on. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { addDays } from '#shared/dates.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { CLOSED, nowAndNext } from '../../categories/category.rules.ts';
import { approveCategory, type CategoryChangeDetail, getCategoryChange } from '../../categories/contract.ts';
import { useIsConsumer } from '../bill-parts.tsx';
import { usePlanWords } from './plan-words.ts';
import { ProposeDialog, type Start } from './propose-dialog.tsx';
import { CheckDialog, RefuseDialog, WithdrawDialog } from './step-dialogs.tsx';
import { ChangeStateChip, useCategoryNames } from './words.tsx';

type Asked = 'refuse' | 'withdraw' | 'check' | 'prolong' | 'again';
type OfChange = { change: CategoryChangeDetail };

/** What counts today and what comes next, not what this change states: another one may have followed. */
function HouseholdNotice({ change }: OfChange) {
  const t = useTexts('categories');
  const { day } = useFormats();
  const { nameOf } = useCategoryNames();
  if (change.isClosed) return <Alert color="gray">{t('next.closed')}</Alert>;
  const { now, next } = nowAndNext(change.days);
  if (!now) return null;
  const category = nameOf(now);
  const sentences = [
    now.from === null
      ? t('next.household', { category })
      : t('next.household_since', { category, day: day(now.from) }),
    ...(next && next.from !== null
      ? [t('plan.follows', { category: nameOf(next), day: day(next.from) })]
      : []),
    t('next.not_right'),
  ];
  return <Alert color="blue">{sentences.join(' ')}</Alert>;
}

/** What it waits for, or what counts. */
function Notice({ change }: OfChange) {
  const t = useTexts('categories');
  const { day } = useFormats();
  const isConsumer = useIsConsumer();
  const { nextOf } = useCategoryNames();
  const { state, isToCheck, untilDay, can } = change;
  if (isConsumer) return <HouseholdNotice change={change} />;
  if (change.isClosed) return <Alert color="gray">{t('next.closed')}</Alert>;
  if (state === 'WAITING') {
    const isOwn = can.refuse && !can.approve;
    return <Alert color="yellow">{t(isOwn ? 'next.own' : 'next.waits')}</Alert>;
  }
  if (!isToCheck || untilDay === null) return null;
  const isOver = untilDay <= today();
  const facts = { category: nextOf(change), day: day(untilDay) };
  return (
    <Alert color={isOver ? 'red' : 'yellow'}>{t(isOver ? 'next.check_over' : 'next.check', facts)}</Alert>
  );
}

function Change({ change }: OfChange) {
  const t = useTexts('categories');
  const { day, digits, instant } = useFormats();
  const { nameOf, nextOf } = useCategoryNames();
  const known = (label: string, value: string | null) => (value ? [{ label, value }] : []);
  return (
    <Sheet title={t('record.change')}>
      <Facts
        facts={[
          { label: t('list.connection'), value: digits(change.connectionNumber) },
          ...known(t('record.proposed_for'), change.proposedFor && digits(change.proposedFor)),
          ...(change.state === 'WAITING'
            ? [
                {
                  label: t('record.category_today'),
                  value: nameOf({ categoryEn: change.todayEn, categoryBn: change.todayBn }),
                },
              ]
            : []),
          { label: t('list.category'), value: nameOf(change) },
          { label: t('list.from'), value: day(change.fromDay) },
          ...known(t('list.next'), nextOf(change)),
          ...known(t('list.until'), change.untilDay && day(change.untilDay)),
          { label: t('list.reason'), value: t(`reasons.${change.reason}`) },
          ...known(t('record.words'), change.words),
          ...known(
            t('record.proposed_by'),
            change.proposedBy && `${change.proposedBy}, ${instant(change.proposedAt)}`,
          ),
          ...known(
            t('record.decided_by'),
            change.decidedBy && change.decidedAt && `${change.decidedBy}, ${instant(change.decidedAt)}`,
          ),
          ...known(t('record.answer'), change.answer === CLOSED ? t('record.closed') : change.answer),
          ...known(
            t('record.checked'),
            change.checkedBy && change.checkedAt && `${change.checkedBy}, ${instant(change.checkedAt)}`,
          ),
          ...known(t('record.checked_words'), change.checkedWords),
          ...known(t('record.told_ending'), change.toldEndingOn && day(change.toldEndingOn)),
          ...known(t('record.told_turned'), change.toldTurnedOn && day(change.toldTurnedOn)),
          ...(change.replacedBy
            ? [
                {
                  label: t('record.replaced'),
                  value: (
                    <GoLink to={`/billing/categories/${change.replacedBy.id}`}>
                      {digits(change.replacedBy.number)}
                    </GoLink>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Sheet>
  );
}

function Days({ change }: OfChange) {
  const t = useTexts('categories');
  const { day } = useFormats();
  const { nameOf } = useCategoryNames();
  if (change.days.length === 0) return null;
  return (
    <Sheet title={t('record.days')}>
      <Facts
        facts={change.days.map((span) => ({
          label: (
            <>
              {span.from === null ? t('record.always') : t('record.from_day', { day: day(span.from) })}{' '}
              {span.until === null
                ? t('record.open')
                : t('record.until_day', { day: day(addDays(span.until, -1)) })}
            </>
          ),
          value: span.isToday ? (
            <b>
              {nameOf(span)} · {t('record.today')}
            </b>
          ) : (
            nameOf(span)
          ),
        }))}
      />
    </Sheet>
  );
}

function useActions(change: CategoryChangeDetail | undefined, ask: (asked: Asked) => void): RecordAction[] {
  const t = useTexts('categories');
  const { day, digits } = useFormats();
  const { nameOf, nameOfCode } = useCategoryNames();
  const { follows, dropped } = usePlanWords();
  const approve = useAction(approveCategory, { onDone: () => toast('success', t('decide.approved')) });
  if (!change) return [];
  const { id, version, can } = change;
  const runApprove = async () => {
    const facts = {
      day: day(change.fromDay),
      number: digits(change.connectionNumber),
      category: nameOf(change),
    };
    const nameOfIt = nameOfCode(change);
    const question = [
      t('decide.sure', facts),
      ...follows(change.days, change, nameOfIt),
      ...dropped(change.days, change, nameOfIt),
      t('decide.sure_end'),
    ].join(' ');
    if (await confirm('submit', undefined, { question, yes: t('decide.approve') }))
      approve.run({ params: { id }, body: { version } });
  };
  return [
    ...(can.approve ? [{ label: t('decide.approve'), run: runApprove, isRunning: approve.isRunning }] : []),
    ...(can.check ? [{ label: t('check.open'), run: () => ask('check') }] : []),
    ...(can.prolong ? [{ label: t('propose.prolong'), run: () => ask('prolong'), quiet: !can.check }] : []),
    ...(can.change ? [{ label: t('propose.again'), run: () => ask('again'), quiet: true }] : []),
    ...(can.refuse ? [{ label: t('decide.refuse'), run: () => ask('refuse'), quiet: true }] : []),
    ...(can.withdraw ? [{ label: t('decide.withdraw'), run: () => ask('withdraw'), quiet: true }] : []),
  ];
}

/** A longer category begins again at its end; another one at the first day that is free. */
function startOf(
  { connectionNumber, category, untilDay, nextCategory, reason, firstFree: earliest }: CategoryChangeDetail,
  asked: Asked,
): Start {
  if (asked !== 'prolong' || untilDay === null) return { connectionNumber, earliest };
  return { connectionNumber, category, fromDay: untilDay, nextCategory, reason, earliest };
}

export function ChangeRecord() {
  const place = usePlace();
  const nameIn = useNameIn();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: change, error, refetch } = useAnswer(getCategoryChange, { params: { id: usePathParam() } });
  const actions = useActions(change, setAsked);
  if (error && !change) return <FailedPage error={error} retry={refetch} />;
  if (!change) return <RecordSkeleton />;
  const close = () => setAsked(null);
  return (
    <RecordPage
      number={change.number}
      title={nameIn(change.consumerName, change.consumerNameBn)}
      place={place(change)}
      state={<ChangeStateChip state={change.state} />}
      notice={<Notice change={change} />}
      actions={actions}
    >
      <Change change={change} />
      <Days change={change} />
      {asked === 'refuse' ? <RefuseDialog change={change} close={close} /> : null}
      {asked === 'withdraw' ? <WithdrawDialog change={change} close={close} /> : null}
      {asked === 'check' ? <CheckDialog change={change} close={close} /> : null}
      {asked === 'prolong' || asked === 'again' ? (
        <ProposeDialog start={startOf(change, asked)} close={close} />
      ) : null}
    </RecordPage>
  );
}
