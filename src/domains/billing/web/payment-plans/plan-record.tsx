/** One plan: the office proposes, agrees and ends; the household reads it, accepts and pays. */
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import {
  acceptOwnPlan,
  decidePlan,
  declinePlan,
  getPlan,
  type PlanDetail,
  planPdf,
} from '../../payment-plans/contract.ts';
import { isOpenPlan } from '../../payment-plans/plan.rules.ts';
import { useIsConsumer } from '../bill-parts.tsx';
import { PartsTable } from './parts-table.tsx';
import { CancelDialog, RefuseDialog, SignedDialog } from './plan-dialogs.tsx';
import { PlanBills, PlanHistory, PlanRequest, PlanTerms } from './plan-parts.tsx';
import { ProposeDialog } from './propose-dialog.tsx';
import { PlanStateChip } from './words.tsx';

type Asked = 'propose' | 'refuse' | 'signed' | 'cancel';

function usePdf(plan: PlanDetail | undefined) {
  const t = useTexts('payment_plans');
  return (language: 'en' | 'bn'): RecordAction => ({
    label: t(language === 'en' ? 'record.pdf_en' : 'record.pdf_bn'),
    run: () =>
      plan &&
      startDownload(
        planPdf,
        { params: { id: plan.id }, query: { language } },
        `payment-plan-${plan.number}.pdf`,
      ),
    quiet: true,
  });
}

function useHouseholdActions(plan: PlanDetail | undefined): RecordAction[] {
  const t = useTexts('payment_plans');
  const go = useGo();
  const may = useMay();
  const accept = useAction(acceptOwnPlan, { onDone: () => toast('success', t('accept.own_done')) });
  const decline = useAction(declinePlan, { onDone: () => toast('success', t('decline.done')) });
  if (!plan) return [];
  const { id, version, can, state } = plan;
  const isPaid = state === 'ACTIVE' && may('payments:pay-online');
  const runDecline = async () => {
    const own = {
      question: t(state === 'REQUESTED' ? 'decline.request_sure' : 'decline.sure'),
      yes: t('decline.yes'),
    };
    if (await confirm('submit', undefined, own)) decline.run({ params: { id }, body: { version } });
  };
  return [
    ...(isPaid
      ? [
          {
            label: t('record.pay', { amount: plan.nextMinor ?? 0 }),
            run: () => go('/pay', { connectionId: plan.connectionId }),
          },
        ]
      : []),
    ...(can.accept
      ? [
          {
            label: t('accept.own'),
            run: () => accept.run({ params: { id }, body: { version } }),
            isRunning: accept.isRunning,
          },
        ]
      : []),
    ...(can.decline
      ? [
          {
            label: t(state === 'REQUESTED' ? 'decline.request' : 'decline.open'),
            run: runDecline,
            isRunning: decline.isRunning,
            quiet: true,
          },
        ]
      : []),
  ];
}

function useOfficeActions(plan: PlanDetail | undefined, ask: (asked: Asked) => void): RecordAction[] {
  const t = useTexts('payment_plans');
  const billing = useTexts('billing');
  const go = useGo();
  const may = useMay();
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const approve = useAction(decidePlan, { onDone: () => toast('success', t('decide.done')) });
  if (!plan) return [];
  const { id, version, can, state } = plan;
  const runApprove = async () => {
    const name = nameIn(plan.consumerName, plan.consumerNameBn);
    const question = t('decide.sure', { number: digits(plan.number), name, amount: plan.sumMinor ?? 0 });
    if (await confirm('submit', undefined, { question, yes: t('decide.open') }))
      approve.run({ params: { id }, body: { version, accept: true } });
  };
  return [
    ...(can.propose ? [{ label: billing('on_bill.plan'), run: () => ask('propose') }] : []),
    ...(can.decide
      ? [
          {
            label: t('decide.open'),
            run: runApprove,
            isRunning: approve.isRunning,
          },
          { label: t('decide.refuse'), run: () => ask('refuse'), quiet: true },
        ]
      : []),
    ...(can.accept ? [{ label: t('accept.paper'), run: () => ask('signed') }] : []),
    ...((state === 'ACTIVE' || state === 'PROPOSED') && may('payments:take')
      ? [
          {
            label: t('record.take'),
            run: () => go('/take-payment', { connectionId: plan.connectionId, of: 'owner' }),
            quiet: state === 'PROPOSED',
          },
        ]
      : []),
    ...(can.cancel
      ? [
          {
            label: t(state === 'REQUESTED' ? 'cancel.refuse' : 'cancel.open'),
            run: () => ask('cancel'),
            danger: true,
          },
        ]
      : []),
  ];
}

/** What it waits for, or why it is over. */
function Notice({ plan, isConsumer }: { plan: PlanDetail; isConsumer: boolean }) {
  const t = useTexts('payment_plans');
  const { day } = useFormats();
  const { state, acceptBy, endedBecause, endReason, secondPerson, can } = plan;
  switch (state) {
    case 'REQUESTED':
      return <Alert color="blue">{t(isConsumer ? 'next.requested_own' : 'next.requested')}</Alert>;
    case 'WAITING':
      return isConsumer ? (
        <Alert color="blue">{t('next.requested_own')}</Alert>
      ) : (
        <Alert color="yellow">
          {t(secondPerson === 'BROKEN' ? 'propose.second_broken' : 'propose.second_sum')}{' '}
          {can.isProposer ? t('next.proposer') : null}
        </Alert>
      );
    case 'PROPOSED':
      return (
        <Alert color="yellow">
          {t(isConsumer ? 'next.proposed_own' : 'next.proposed', { day: day(acceptBy ?? '') })}
        </Alert>
      );
    case 'ACTIVE':
      return plan.lateDays ? (
        <Alert color="red">{t(isConsumer ? 'next.late_own' : 'next.late', { count: plan.lateDays })}</Alert>
      ) : null;
    case 'COMPLETED':
      return <Alert color="green">{t('next.completed')}</Alert>;
    case 'BROKEN':
    case 'ENDED':
      return (
        <Alert color={state === 'BROKEN' ? 'red' : 'blue'}>
          {endedBecause ? t(`because.${endedBecause}`) : null} {t('next.all_due')}
        </Alert>
      );
    case 'EXPIRED':
      return <Alert color="blue">{t('next.expired')}</Alert>;
    default:
      return endReason ? <Alert color="blue">{t('next.reason', { reason: endReason })}</Alert> : null;
  }
}

export function PlanRecord() {
  const t = useTexts('payment_plans');
  const { money, day } = useFormats();
  const place = usePlace();
  const nameIn = useNameIn();
  const language = useLanguage();
  const isConsumer = useIsConsumer();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data: plan, error, refetch } = useAnswer(getPlan, { params: { id: usePathParam() } });
  const ofHousehold = useHouseholdActions(plan);
  const ofOffice = useOfficeActions(plan, setAsked);
  const pdf = usePdf(plan);
  if (error && !plan) return <FailedPage error={error} retry={refetch} />;
  if (!plan) return <RecordSkeleton />;
  const close = () => setAsked(null);
  const isRunning = plan.state === 'ACTIVE' && plan.nextOn !== null;
  const figure = isRunning
    ? { label: t('record.next', { day: day(plan.nextOn ?? '') }), value: money(plan.nextMinor ?? 0) }
    : plan.sumMinor !== null
      ? {
          label: t(isOpenPlan(plan.state) ? 'list.sum' : 'list.left'),
          value: money((isOpenPlan(plan.state) ? plan.sumMinor : plan.leftMinor) ?? plan.sumMinor),
        }
      : undefined;
  return (
    <RecordPage
      number={plan.number}
      title={isConsumer ? t('record.title_own') : nameIn(plan.consumerName, plan.consumerNameBn)}
      place={place(plan)}
      state={<PlanStateChip state={plan.state} />}
      {...(figure ? { figure } : {})}
      notice={<Notice plan={plan} isConsumer={isConsumer} />}
      actions={[...(isConsumer ? ofHousehold : ofOffice), ...(plan.acceptBy ? [pdf(language)] : [])]}
      more={plan.acceptBy ? [pdf(language === 'bn' ? 'en' : 'bn')] : []}
    >
      {plan.isAsked ? <PlanRequest plan={plan} isConsumer={isConsumer} /> : null}
      {plan.parts.length > 0 ? (
        <Sheet title={t('record.instalments')}>
          <PartsTable
            isOver={!isOpenPlan(plan.state)}
            parts={
              plan.acceptBy
                ? plan.parts
                : plan.parts.map(({ seq, dueOn, amountMinor }) => ({ seq, dueOn, amountMinor }))
            }
          />
          {plan.state === 'ACTIVE' && isConsumer ? <p>{t('record.how_to_pay')}</p> : null}
        </Sheet>
      ) : null}
      {plan.rules ? <PlanTerms plan={plan} /> : null}
      {plan.bills.length > 0 ? <PlanBills bills={plan.bills} /> : null}
      <PlanHistory plan={plan} isConsumer={isConsumer} />
      {isConsumer || plan.state !== 'REQUESTED' ? null : (
        <p>
          <GoLink to="/billing/invoice-list" query={{ page: 1, search: plan.connectionNumber }}>
            {t('record.bills_of_connection')}
          </GoLink>
        </p>
      )}
      {asked === 'propose' ? (
        <ProposeDialog
          connectionId={plan.connectionId}
          request={{ id: plan.id, version: plan.version, instalments: plan.askedInstalments }}
          close={close}
        />
      ) : null}
      {asked === 'refuse' ? <RefuseDialog plan={plan} close={close} /> : null}
      {asked === 'signed' ? <SignedDialog plan={plan} close={close} /> : null}
      {asked === 'cancel' ? <CancelDialog plan={plan} close={close} /> : null}
    </RecordPage>
  );
}
