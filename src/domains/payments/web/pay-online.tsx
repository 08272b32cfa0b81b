/** A consumer pays: what is owed first, one button a thumb reaches, then the bank's own page. */
import { Alert, Button } from '@mantine/core';
import { IconCircleCheck, IconLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { PlanNoticeProps } from '#domains/billing/web/payment-plans/plan-notice.tsx';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { RefusalNote } from '#web/ui/form/refusal-note.tsx';
import { type Form, useForm } from '#web/ui/form/use-form.ts';
import { Failed, NothingYet } from '#web/ui/list/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getPayable, myPayables, type Payable, type PayableDetail } from '../payables/contract.ts';
import type { PayWaysProps } from './at-gateway/pay-ways.tsx';
import { useGateway } from './at-gateway/use-gateway.ts';
import { startAtBank } from './at-gateway/use-gateway-payment.ts';
import { ClosedPayable } from './closed-payable.tsx';
import { PayableButton } from './payable-search.tsx';
import { OpenItems, PayableHead } from './payable-sheet.tsx';
import style from './payments.module.css';
import {
  callOf,
  isPaidWhole,
  type PayCall,
  type PayTarget,
  targetOf,
  usePayTarget,
  useRefusalTexts,
} from './what-is-paid.ts';

const Ways = onDemand<PayWaysProps>(() => import('./at-gateway/pay-ways.tsx').then((file) => file.PayWays));

const PlanNotice = onDemand<PlanNoticeProps>(() =>
  import('#domains/billing/web/payment-plans/plan-notice.tsx').then((file) => file.PlanNotice),
);

/** A bill that the address names: what is open of it, and of those that money pays before it. */
function pickedOf({ items }: PayableDetail, number: string | undefined) {
  const place = items.findIndex((item) => item.number === number);
  const picked = items[place];
  if (!picked) return undefined;
  const olderMinor = items.slice(0, place).reduce((sum, item) => sum + item.openMinor, 0);
  return { ...picked, olderMinor, bothMinor: olderMinor + picked.openMinor };
}

type PayFormProps = {
  payable: PayableDetail;
  /** The server refused: what is due may be another sum by now. Undefined: it is about the amount, which says it at its own place. */
  onRefused: (error: unknown) => void;
};

/** The sum that the page proposes follows what is due, as long as nobody typed another one. */
function useProposed(form: Form<z.input<PayCall['body']>>, proposedMinor: number | undefined): void {
  const before = useRef(proposedMinor);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    const was = before.current;
    before.current = proposedMinor;
    const { values, setValues, ...shown } = latest.current;
    if (was === proposedMinor || shown.valueOf('amountMinor') !== was) return;
    setValues({ ...values, amountMinor: proposedMinor } as typeof values);
  }, [proposedMinor]);
}

function PayForm({ payable, onRefused }: PayFormProps) {
  const t = useTexts('payments');
  const go = useGo();
  const isConnection = payable.kind === 'CONNECTION';
  const gateway = useGateway();
  useRefusalTexts(payable.kind);
  const { call, extra } = callOf(payable);
  const picked = pickedOf(payable, useUrlQuery().bill);
  // Who pressed the button of one bill finds the sum that was on it; who pays by a plan, what the plan asks for.
  const proposedMinor =
    (picked?.openMinor ?? (payable.plan?.askedMinor || payable.dueMinor - payable.disputedMinor)) ||
    undefined;
  const form = useForm<PayCall>(call, {
    initial: {
      amountMinor: proposedMinor,
      // Without a bank to pay at, the wallet is the way.
      tender: { method: gateway.chosen || payable.walletMinor === null ? 'GATEWAY' : 'WALLET' },
    },
    extra: isConnection ? { ...extra, seenDueMinor: payable.dueMinor } : extra,
    noGuard: 'nothing but the amount, which is filled in',
    leaves: true,
    onDone: (payment) => {
      // From the wallet it is paid at once.
      if (payment.method === 'WALLET') return go(`/payment-history/${payment.id}`);
      startAtBank(payment.id);
      return go('/payment/redirect', { payment: payment.id, to: 'bank', by: gateway.chosen });
    },
  });
  useProposed(form, proposedMinor);
  const { refusal } = form;
  // Of the amount only what the server answered, not what the form found itself.
  const ofAmount = form.problemOf('amountMinor')?.code ?? 'common.';
  const refused = refusal ?? (ofAmount.startsWith('common.') ? null : ofAmount);
  const tell = useRef(onRefused);
  tell.current = onRefused;
  useEffect(() => {
    if (refused) tell.current(typeof refused === 'string' ? undefined : refused);
  }, [refused]);
  const { walletMinor } = payable;
  const fromWallet = form.valueOf('tender.method') === 'WALLET';
  const amount = form.valueOf('amountMinor');
  const amountMinor = typeof amount === 'number' && amount > 0 ? amount : undefined;
  if (!gateway.chosen && walletMinor === null) {
    return (
      <>
        <OpenItems payable={payable} amountMinor={undefined} above={undefined} />
        <Alert color="blue">{t('errors.gateway_none')}</Alert>
      </>
    );
  }
  return (
    <>
      <OpenItems
        payable={payable}
        amountMinor={amountMinor}
        above={isConnection ? t(`pay.above.${payable.surplus}`) : undefined}
        picked={picked?.number}
      />
      {picked && picked.olderMinor > 0 ? (
        <Alert color="blue">
          <p>
            {t('pay.older', {
              older: picked.olderMinor,
              amount: picked.openMinor,
              both: picked.bothMinor,
            })}
          </p>
          <Button
            variant="default"
            disabled={amountMinor === picked.bothMinor}
            onClick={() => form.change('amountMinor', picked.bothMinor)}
          >
            {t('pay.older_too', { amount: picked.bothMinor })}
          </Button>
        </Alert>
      ) : null}
      <FormBody
        form={form}
        submit={
          amountMinor
            ? t(fromWallet ? 'pay.submit_wallet' : 'pay.submit', { amount: amountMinor })
            : t('pay.submit_none')
        }
      >
        {/* A charge or a fee is paid exactly: there is nothing to choose. */}
        {isPaidWhole(payable.kind) ? null : (
          <MoneyField
            form={form}
            name="amountMinor"
            label={t('pay.amount')}
            {...(isConnection
              ? { help: t(`pay.${payable.dueMinor > 0 ? 'amount' : 'advance'}_help.${payable.surplus}`) }
              : {})}
            required
          />
        )}
        {walletMinor === null && gateway.offered.length < 2 ? null : (
          <Ways
            form={form}
            amountMinor={amountMinor ?? 0}
            walletMinor={walletMinor}
            gateway={gateway}
            meanwhile={null}
          />
        )}
        <p className={style.small}>
          <IconLock size={14} aria-hidden="true" /> {t(fromWallet ? 'pay.at_once' : 'pay.safe')}
        </p>
      </FormBody>
    </>
  );
}

function PaySheet({ target }: { target: PayTarget }) {
  const t = useTexts('payments');
  const { instant } = useFormats();
  const { data: payable, error, refetch } = useAnswer(getPayable, { query: target });
  const [refused, setRefused] = useState<unknown>();
  if (error && !payable) return <Failed error={error} retry={refetch} />;
  if (!payable) return <RecordSkeleton />;
  const { running, dueMinor, advanceMinor, closed } = payable;
  const hasForm = !(closed || running || (dueMinor === 0 && payable.surplus === 'PAID_BACK'));
  // "All paid" alone would read as if this press had paid it.
  const note = hasForm ? null : <RefusalNote error={refused} />;
  if (closed)
    return (
      <>
        {note}
        <ClosedPayable payable={payable} closed={closed} />
      </>
    );
  return (
    <div className={style.sheet}>
      {note}
      <PayableHead payable={payable} dueLabel={t('pay.owed')} />
      {dueMinor === 0 ? (
        <Alert color="green" icon={<IconCircleCheck size={20} />}>
          {t('pay.paid_up')}{' '}
          {advanceMinor > 0
            ? t(payable.surplus === 'PAID_BACK' ? 'pay.advance_ended' : 'pay.advance', {
                amount: advanceMinor,
              })
            : null}
        </Alert>
      ) : null}
      {payable.plan ? <PlanNotice plan={payable.plan} connectionId={payable.id} isPaying /> : null}
      {payable.disputedMinor > 0 ? (
        <Alert color="blue">{t('pay.disputed', { amount: payable.disputedMinor })}</Alert>
      ) : null}
      {payable.takenOverMinor > 0 ? (
        <Alert color="blue">{t('pay.taken_over', { amount: payable.takenOverMinor })}</Alert>
      ) : null}
      {payable.setAsideMinor > 0 ? (
        <Alert color="blue">{t('pay.set_aside', { amount: payable.setAsideMinor })}</Alert>
      ) : null}
      {running ? (
        <Alert color="blue">
          <p>
            {t(running.isOwn ? 'pay.running' : 'pay.running_elsewhere', {
              amount: running.amountMinor,
              at: instant(running.createdAt),
            })}
          </p>
          <GoLink to="/payment/redirect" query={{ payment: running.id }}>
            {t('pay.running_link')}
          </GoLink>
        </Alert>
      ) : hasForm ? (
        <PayForm
          key={payable.id}
          payable={payable}
          onRefused={(thrown) => {
            setRefused(thrown);
            void refetch();
          }}
        />
      ) : (
        <p className={style.quiet}>{t('pay.advance_help.PAID_BACK')}</p>
      )}
    </div>
  );
}

/** Only if there is something else to pay for; the sheet below asks the same. */
function OtherButton({ target }: { target: PayTarget }) {
  const t = useTexts('payments');
  const go = useGo();
  const { data } = useAnswer(getPayable, { query: target });
  if (!data?.hasOthers) return null;
  return (
    <Button variant="default" onClick={() => go('/pay')}>
      {t('take.other')}
    </Button>
  );
}

/** The only choice there is. */
function onlyOne(items: readonly Payable[] | undefined) {
  const [only] = items ?? [];
  if (!only || items?.length !== 1) return null;
  return targetOf(only);
}

export function PayOnline() {
  const t = useTexts('payments');
  const go = useGo();
  const named = usePayTarget();
  // Who comes from a bill does not wait for the list of all.
  const own = useAnswer(myPayables, {}, { enabled: !named });
  const items = own.data?.items;
  const target = named ?? onlyOne(items);
  const choose = (payable: Payable) => go('/pay', targetOf(payable));
  const content = () => {
    if (target) return <PaySheet key={Object.values(target).join()} target={target} />;
    if (own.error) return <Failed error={own.error} retry={own.refetch} />;
    if (!items) return <RecordSkeleton />;
    if (items.length === 0) return <NothingYet title={t('pay.none')} text={t('pay.none_help')} />;
    return (
      <div className={style.sheet}>
        <h2>{t('pay.choose')}</h2>
        {items.map((payable) => (
          <PayableButton key={payable.id} payable={payable} choose={choose} isOwn />
        ))}
      </div>
    );
  };
  return (
    <div className={style.narrow}>
      <PageHead title={t('pay.title')}>{named ? <OtherButton target={named} /> : null}</PageHead>
      {content()}
    </div>
  );
}
