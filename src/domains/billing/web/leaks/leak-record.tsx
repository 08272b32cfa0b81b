/** One leak, for its household and for the office: what was asked, the formula with its figures, and what was decided. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
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
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { approveLeak, getLeak, type LeakDetail } from '../../leaks/contract.ts';
import { isOpenLeak } from '../../leaks/leak.rules.ts';
import { useIsConsumer } from '../bill-parts.tsx';
import { Formula } from './formula.tsx';
import style from './leaks.module.css';
import { LeakProof } from './proof.tsx';
import { LeakStateChip } from './words.tsx';

type Asked = 'credit' | 'refuse' | 'back' | 'withdraw';
type DialogProps = { leak: LeakDetail; close: () => void };
const DIALOGS = {
  credit: onDemand<DialogProps>(() => import('./leak-dialogs.tsx').then((file) => file.CreditDialog)),
  refuse: onDemand<DialogProps>(() => import('./leak-dialogs.tsx').then((file) => file.RefuseDialog)),
  back: onDemand<DialogProps>(() => import('./leak-dialogs.tsx').then((file) => file.GiveBackDialog)),
  withdraw: onDemand<DialogProps>(() => import('./leak-dialogs.tsx').then((file) => file.WithdrawDialog)),
};

function Message({ leak, isConsumer }: { leak: LeakDetail; isConsumer: boolean }) {
  const t = useTexts('leaks');
  const { instant, day } = useFormats();
  const ofHousehold = leak.channel === 'PORTAL' ? 'record.message_own' : 'record.message_noted';
  return (
    <Sheet title={t(isConsumer ? ofHousehold : 'record.message')}>
      <p className={style.words}>{leak.words}</p>
      <Facts
        facts={[
          { label: t('record.repaired'), value: day(leak.repairedOn) },
          { label: t('list.asked'), value: `${instant(leak.askedAt)} · ${t(`channels.${leak.channel}`)}` },
          ...(leak.callerName ? [{ label: t('record.caller'), value: leak.callerName }] : []),
          ...(leak.askedBy && leak.callerName ? [{ label: t('record.noted_by'), value: leak.askedBy }] : []),
          ...(leak.exceptionReason ? [{ label: t('record.exception'), value: leak.exceptionReason }] : []),
          ...(leak.language
            ? [{ label: t('record.language'), value: t(`record.languages.${leak.language}`) }]
            : []),
        ]}
      />
      {leak.hasProof ? <LeakProof id={leak.id} /> : null}
    </Sheet>
  );
}

/** Why the second person gave it back the last time, and the answer that was not given. */
function Returned({ leak }: { leak: LeakDetail }) {
  const t = useTexts('leaks');
  const { instant } = useFormats();
  const { returnedReason, returnedBy, returnedAt, returnedAnswer } = leak;
  if (!returnedReason || !returnedBy || !returnedAt) return null;
  return (
    <Sheet title={t('record.returned')}>
      <p className={style.words}>{returnedReason}</p>
      <Facts
        facts={[
          {
            label: t('record.returned_by'),
            value: t('record.decided', { name: returnedBy, at: instant(returnedAt) }),
          },
          ...(returnedAnswer ? [{ label: t('record.returned_answer'), value: returnedAnswer }] : []),
        ]}
      />
    </Sheet>
  );
}

/** What one person wrote is the answer only if the credit was made, or the request refused. */
function answerTitle(state: LeakDetail['state']) {
  if (state === 'WAITING') return 'record.answer_proposed';
  return state === 'WITHDRAWN' || state === 'ENDED' ? 'record.answer_not_given' : 'record.answer';
}

function Outcome({ leak }: { leak: LeakDetail }) {
  const t = useTexts('leaks');
  const { digits, money, day, instant } = useFormats();
  const { answer, document, decidedBy, decidedAt, approvedBy, withdrawnReason, endedOn } = leak;
  if (!answer && !endedOn) return null;
  return (
    <Sheet title={t(answer ? answerTitle(leak.state) : 'record.answer')}>
      {answer ? <p className={style.words}>{answer}</p> : null}
      <Facts
        facts={[
          ...(document
            ? [
                {
                  label: t('record.document'),
                  value: (
                    <GoLink to={`/billing/invoice-list/${leak.invoiceId}`}>
                      {digits(document.number)} · {money(-document.amountMinor)}
                    </GoLink>
                  ),
                },
              ]
            : []),
          ...(decidedBy && decidedAt
            ? [
                {
                  label: t('record.decided_by'),
                  value: t('record.decided', { name: decidedBy, at: instant(decidedAt) }),
                },
              ]
            : []),
          ...(approvedBy ? [{ label: t('record.approved_by'), value: approvedBy }] : []),
          ...(withdrawnReason ? [{ label: t('record.reason'), value: withdrawnReason }] : []),
          ...(endedOn ? [{ label: t('record.ended'), value: day(endedOn) }] : []),
        ]}
      />
    </Sheet>
  );
}

function Bill({ leak }: { leak: LeakDetail }) {
  const t = useTexts('leaks');
  const common = useTexts('common');
  const { money, month, digits, cubicMetres } = useFormats();
  return (
    <Sheet title={t('record.bill')}>
      <Facts
        facts={[
          {
            label: t('list.bill'),
            value: (
              <GoLink to={`/billing/invoice-list/${leak.invoiceId}`}>
                {digits(leak.invoiceNumber)} · {month(leak.period)}
              </GoLink>
            ),
          },
          { label: t('record.connection'), value: digits(leak.connectionNumber) },
          { label: t('record.total'), value: money(leak.totalMinor) },
          {
            label: t('record.use'),
            value: `${cubicMetres(leak.usageLitres)} ${common('units.cubic_metres')}`,
          },
        ]}
      />
    </Sheet>
  );
}

type EndedState = 'CREDITED' | 'REFUSED' | 'WITHDRAWN' | 'EXPIRED' | 'ENDED' | 'REPLACED';

/** What of the bill is still to be paid; if nothing is, what is kept in advance after a credit. */
function Money({ leak: { state, dueMinor, advanceMinor } }: { leak: LeakDetail }) {
  const t = useTexts('leaks');
  if (dueMinor > 0) return t('still_due', { amount: dueMinor });
  return state === 'CREDITED' && advanceMinor > 0 ? t('in_advance', { amount: advanceMinor }) : null;
}

/** What it waits for now, or what became of it. */
function Notice({ leak, isConsumer }: { leak: LeakDetail; isConsumer: boolean }) {
  const t = useTexts('leaks');
  const { day } = useFormats();
  const { state, obstacle, can } = leak;
  if (!isOpenLeak(state)) {
    return (
      <Alert color={state === 'CREDITED' ? 'green' : 'blue'}>
        {t(`ended.${state as EndedState}`, { amount: leak.amountMinor ?? 0 })} <Money leak={leak} />
      </Alert>
    );
  }
  if (isConsumer) {
    const { waitUntil, isBack } = leak;
    if (isBack) return <Alert color="blue">{t('open.help_back')}</Alert>;
    const isLate = waitUntil !== null && waitUntil < today();
    return (
      <Alert color="blue">{isLate ? t('open.help_late', { day: day(waitUntil) }) : t('next.own')}</Alert>
    );
  }
  if (obstacle) return <Alert color="yellow">{t(`obstacles.${obstacle}`)}</Alert>;
  if (state === 'WAITING') {
    return <Alert color="blue">{t(can.isDecider ? 'next.decider' : 'next.waiting')}</Alert>;
  }
  return <Alert color="green">{t('next.ready')}</Alert>;
}

function useActions(leak: LeakDetail | undefined, ask: (asked: Asked) => void): RecordAction[] {
  const t = useTexts('leaks');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const approve = useAction(approveLeak, { onDone: () => toast('success', t('approve.done')) });
  if (!leak) return [];
  const { id, version, can, figures, obstacle } = leak;
  const amount = figures?.amountMinor ?? 0;
  const runApprove = async () => {
    const name = nameIn(leak.consumerName, leak.consumerNameBn);
    const question = t('approve.sure', { number: digits(leak.number), name, amount });
    if (await confirm('submit', undefined, { question, yes: t('approve.yes') }))
      approve.run({ params: { id }, body: { version, accept: true } });
  };
  return [
    ...(can.decide && figures && !obstacle
      ? [{ label: t('credit.open', { amount }), run: () => ask('credit') }]
      : []),
    ...(can.decide ? [{ label: t('refuse.open'), run: () => ask('refuse'), quiet: true }] : []),
    ...(can.approve
      ? [
          {
            label: t('approve.open', { amount }),
            run: runApprove,
            isRunning: approve.isRunning,
          },
          { label: t('approve.back'), run: () => ask('back'), quiet: true },
        ]
      : []),
    ...(can.withdraw ? [{ label: t('withdraw.open'), run: () => ask('withdraw'), quiet: true }] : []),
  ];
}

/** What was credited; if nothing was, what was proposed; if nothing was decided, the last day to wait for a reading. */
function useFigure(): (leak: LeakDetail) => { label: string; value: string } | undefined {
  const t = useTexts('leaks');
  const { day, money } = useFormats();
  return ({ state, amountMinor, proposedMinor, waitUntil, isBack }) => {
    if (amountMinor !== null) return { label: t('record.credit'), value: money(amountMinor) };
    if (proposedMinor !== null) {
      const label = t(state === 'WAITING' ? 'record.proposed' : 'record.not_given');
      return { label, value: money(proposedMinor) };
    }
    if (waitUntil === null || isBack) return undefined;
    return { label: t('record.wait'), value: day(waitUntil) };
  };
}

export function LeakRecord() {
  const t = useTexts('leaks');
  const figureOf = useFigure();
  const place = usePlace();
  const nameIn = useNameIn();
  const isConsumer = useIsConsumer();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: leak, error, refetch } = useAnswer(getLeak, { params: { id: usePathParam() } });
  const actions = useActions(leak, setAsked);
  if (error && !leak) return <FailedPage error={error} retry={refetch} />;
  if (!leak) return <RecordSkeleton />;
  const figure = figureOf(leak);
  const Dialog = asked ? DIALOGS[asked] : null;
  return (
    <RecordPage
      number={leak.number}
      title={isConsumer ? t('record.title_own') : nameIn(leak.consumerName, leak.consumerNameBn)}
      place={place(leak)}
      state={<LeakStateChip state={leak.state} />}
      {...(figure ? { figure } : {})}
      notice={<Notice leak={leak} isConsumer={isConsumer} />}
      actions={actions}
    >
      <Returned leak={leak} />
      <Message leak={leak} isConsumer={isConsumer} />
      <Outcome leak={leak} />
      {leak.figures ? <Formula figures={leak.figures} /> : null}
      <Bill leak={leak} />
      {Dialog ? <Dialog leak={leak} close={() => setAsked(null)} /> : null}
    </RecordPage>
  );
}
