/** The counter: find, count, record, hand over the receipt, next. */

import { Alert, Button, Group } from '@mantine/core';
import { IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { PlanNotice } from '#domains/billing/web/payment-plans/plan-notice.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { CheckField, DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useReadFirst } from '#web/ui/keys/read-first.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { errors, type Payment } from '../../contract.ts';
import { getPayable, type Payable, type PayableDetail } from '../../payables/contract.ts';
import { proposeBackdated } from '../../proposals/contract.ts';
import { ChequeFields } from '../cheques/cheque-fields.tsx';
import { ClosedPayable } from '../closed-payable.tsx';
import { PaidList } from '../paid-list.tsx';
import { PayableSearch } from '../payable-search.tsx';
import { OpenItems, PayableHead } from '../payable-sheet.tsx';
import style from '../payments.module.css';
import { downloadReceipt } from '../receipts.ts';
import { AdvanceDialog } from '../refunds/advance-dialog.tsx';
import {
  callOf,
  type PayCall,
  type PayTarget,
  targetOf,
  usePayTarget,
  useRefusalTexts,
} from '../what-is-paid.ts';
import { CashGiven, stopIfShort } from './cash-given.tsx';
import { itemsOnDay } from './money-of-day.ts';
import { WaitingFees } from './waiting-fees.tsx';
import { dueOf, presetOf, TakenOverAlert, useSumOfWhom, WhoseMoney } from './whose-money.tsx';

const WAYS = ['CASH', 'POS', 'BANK'] as const;
/** Only bills are paid by cheque. */
const BILL_WAYS = [...WAYS, 'CHEQUE'] as const;

type Proposed = z.input<(typeof proposeBackdated)['body']>;

type CounterFormProps = {
  payable: PayableDetail;
  /** Whose money the address names. */
  named: string | undefined;
  /** Asks again what is open. */
  again: () => unknown;
  onDone: (payment: Payment) => void;
};

function useCounterForm({ payable, named, onDone }: Omit<CounterFormProps, 'again'>) {
  const t = useTexts('payments');
  useRefusalTexts(payable.kind);
  const { call, extra } = callOf(payable);
  const preset = presetOf(payable, named);
  // Of a plan its instalment; who took bills over pays by none.
  const sum =
    payable.taker && preset === undefined
      ? 0
      : (payable.taker ? 0 : payable.plan?.askedMinor) || dueOf(payable, preset);
  return useForm<PayCall>(call, {
    initial: {
      amountMinor: sum || undefined,
      ...(preset === undefined ? {} : { takenOver: preset }),
      tender: { method: 'CASH', paidOn: today() },
    },
    extra: payable.kind === 'CONNECTION' ? { ...extra, seenDueMinor: payable.dueMinor } : extra,
    answers: { unusual: ['amountMinor'], toPayBack: ['amountMinor', 'takenOver', 'tender.paidOn'] },
    onDone: (payment) => {
      onDone(payment);
      return toast('success', t('take.done'));
    },
  });
}

function CounterForm({ payable, named, again, onDone }: CounterFormProps) {
  const t = useTexts('payments');
  const form = useCounterForm({ payable, named, onDone });
  const nameIn = useNameIn();
  const may = useMay();
  const [paysBack, setPaysBack] = useState(false);
  const isConnection = payable.kind === 'CONNECTION';
  const amount = form.valueOf('amountMinor');
  const amountMinor = typeof amount === 'number' && amount > 0 ? amount : undefined;
  const method = form.valueOf('tender.method');
  const thisDay = today();
  const paidOn = form.valueOf('tender.paidOn');
  const isEarlier = isDay(paidOn) && paidOn < thisDay;
  const [waits, setWaits] = useState<{ amount: number; day: string } | null>(null);
  const propose = useAction(proposeBackdated, {
    onDone: ({ amountMinor: asked, paidOn: ofDay }) => {
      form.guarded.letGo();
      setWaits({ amount: asked, day: ofDay ?? thisDay });
      return toast('success', t('take.asked_second'));
    },
    quiet: true,
  });
  const { taker } = payable;
  const chosen = form.valueOf('takenOver');
  const ofTaker = typeof chosen === 'boolean' ? chosen : undefined;
  const latestAgain = useRef(again);
  latestAgain.current = again;
  const proposal = () => ({
    body: {
      target: {
        ...{ kind: payable.kind, ...callOf(payable).extra },
        ...(ofTaker === undefined ? {} : { takenOver: ofTaker }),
      } as Proposed['target'],
      amountMinor: (amountMinor ?? 0) as Proposed['amountMinor'],
      tender: form.values.tender as Proposed['tender'],
      reason: String(form.valueOf('dateReason') ?? ''),
      ...(form.valueOf('toPayBack') === true ? { toPayBack: true } : {}),
      ...(payable.kind === 'CONNECTION' ? { seenDueMinor: payable.dueMinor } : {}),
    },
  });
  const ask = () =>
    propose.runAsync(proposal()).catch((error) => form.refuse(error, { reason: 'dateReason' }));
  const owner = nameIn(payable.payerName, payable.payerNameBn);
  const isChosen = !taker || ofTaker !== undefined;
  // Money of a day before the change pays also what was taken over later.
  const ofOwner = ofTaker === false && typeof paidOn === 'string' && paidOn ? paidOn : undefined;
  const { items: ofDay, takenLater } = itemsOnDay(payable, ofOwner);
  const laterMinor = takenLater.reduce((sum, { openMinor }) => sum + openMinor, 0);
  const dueMinor = dueOf(payable, ofTaker) + laterMinor;
  // What is kept on the connection is the earlier owner's.
  const head = { ...payable, dueMinor, ...(ofTaker ? { advanceMinor: 0 } : {}) } as PayableDetail;
  const surplusMinor = Math.max(0, (amountMinor ?? 0) - dueMinor);
  const whose =
    ofTaker && taker
      ? t('counter.bills_taken', { name: owner, taker: nameIn(taker.name, taker.nameBn) })
      : t('counter.bills_of', { name: owner });
  useSumOfWhom(form, ofTaker, dueMinor);
  // The owner changed, or somebody paid, while the page was open.
  const hasMoved = form.refusal?.code === errors.due_moved.code;
  const isNews = hasMoved || (!taker && form.problemOf('takenOver') !== undefined);
  useEffect(() => {
    if (isNews) latestAgain.current();
  }, [isNews]);
  const above = ofTaker
    ? t('counter.above_taken')
    : payable.surplus === 'PAID_BACK'
      ? t('counter.above_ended')
      : undefined;
  // The Enter that found the payer, coming twice, records no money that nobody counted.
  const readFirst = useReadFirst(payable.id);
  return (
    <div className={style.sheet} onKeyDownCapture={readFirst} onSubmitCapture={stopIfShort}>
      <PayableHead payable={head} dueLabel={t('take.due')} />
      {isConnection && payable.advanceMinor > 0 && may('payments:refund') ? (
        <div>
          <Button variant="default" size="xs" onClick={() => setPaysBack(true)}>
            {t('refunds.advance')}
          </Button>
        </div>
      ) : null}
      {paysBack ? <AdvanceDialog payable={payable} close={() => setPaysBack(false)} /> : null}
      {payable.running ? (
        <Alert color="yellow">{t('take.running', { amount: payable.running.amountMinor })}</Alert>
      ) : null}
      {payable.plan ? <PlanNotice plan={payable.plan} connectionId={payable.id} isPaying /> : null}
      <TakenOverAlert payable={payable} laterMinor={laterMinor} />
      {taker && isChosen ? <h2 className={style.whose}>{whose}</h2> : null}
      {isChosen ? (
        <OpenItems
          payable={{ ...payable, items: ofTaker && taker ? taker.items : ofDay }}
          amountMinor={amountMinor}
          above={above}
        />
      ) : null}
      {waits ? (
        <Alert color="green">
          {t('take.asked_waits', waits)} <OwnRequests />
        </Alert>
      ) : (
        <FormBody
          form={form}
          submit={amountMinor ? t('take.submit', { amount: amountMinor }) : t('counter.submit_none')}
        >
          <WhoseMoney payable={payable} form={form} />
          <MoneyField form={form} name="amountMinor" label={t('take.amount')} required autoFocus={isChosen} />
          <RadioField
            form={form}
            name="tender.method"
            label={t('counter.type')}
            {...(method === 'CASH' ? { help: t('counter.cash_help') } : {})}
            required
            options={(isConnection ? BILL_WAYS : WAYS).map((value) => ({
              value,
              label: t(`methods.${value}`),
            }))}
          />
          {method === 'CASH' ? <CashGiven amountMinor={amountMinor} /> : null}
          {method === 'POS' || method === 'BANK' ? (
            <TextField
              form={form}
              name="tender.receiptNumber"
              label={t(method === 'BANK' ? 'counter.bank_slip' : 'counter.slip')}
              help={t(method === 'BANK' ? 'counter.bank_slip_help' : 'counter.slip_help')}
              required
            />
          ) : null}
          {method === 'CHEQUE' ? (
            <ChequeFields form={form} latest={thisDay} />
          ) : (
            <DayField form={form} name="tender.paidOn" label={t('counter.date')} required latest={thisDay} />
          )}
          {isEarlier ? (
            <TextField
              form={form}
              name="dateReason"
              label={t('counter.date_reason')}
              help={t('counter.date_reason_help')}
              required
            />
          ) : null}
          {form.problemOf('tender.paidOn')?.code === 'payments.second_person_date' ? (
            <Button variant="default" loading={propose.isRunning} onClick={ask}>
              {t('counter.ask_second')}
            </Button>
          ) : null}
          {!ofTaker && (form.problemOf('toPayBack') || form.valueOf('toPayBack')) ? (
            <CheckField
              form={form}
              name="toPayBack"
              label={t(payable.surplus === 'PAID_BACK' ? 'counter.to_pay_back' : 'counter.ahead_of_last', {
                amount: surplusMinor,
              })}
            />
          ) : null}
          {form.problemOf('unusual') || form.valueOf('unusual') ? (
            <CheckField
              form={form}
              name="unusual"
              label={t('counter.unusual', { amount: amountMinor ?? 0 })}
            />
          ) : null}
        </FormBody>
      )}
    </div>
  );
}

/** To what this person asked a second one for. */
function OwnRequests() {
  const t = useTexts('payments');
  return (
    <GoLink to="/proposals/own" query={{ page: 1 }}>
      {t('given_up.own_title')}
    </GoLink>
  );
}

function Taken({ payment, next }: { payment: Payment; next: () => void }) {
  const t = useTexts('payments');
  const nameIn = useNameIn();
  const language = useLanguage();
  const { digits } = useFormats();
  const readFirst = useReadFirst(payment.id, 'on a button');
  return (
    <div className={style.sheet} role="status">
      <div className={style.head}>
        <div>
          <h2>{t('counter.done_title', { amount: payment.amountMinor })}</h2>
          <span>{t('take.receipt', { number: digits(payment.receiptNumber ?? '') })}</span>
          <span className={style.small}>{nameIn(payment.payerName, payment.payerNameBn)}</span>
        </div>
        <IconCircleCheck size={40} stroke={1.5} className={style.mark} data-tone="green" aria-hidden="true" />
      </div>
      {payment.cheque ? <p>{t('cheques.subject_to_clearing')}</p> : null}
      <PaidList payment={payment} />
      <Group gap="xs">
        <Button
          leftSection={<IconPrinter size={16} />}
          onClick={() => downloadReceipt(payment, language, '80mm')}
        >
          {t('record.receipt_roll')}
        </Button>
        <Button variant="default" onClick={() => downloadReceipt(payment, language)}>
          {t('record.receipt_pdf')}
        </Button>
        <Button variant="default" onClick={next} onKeyDown={readFirst} autoFocus>
          {t('counter.next')}
        </Button>
        <GoLink to={`/payment-history/${payment.id}`}>{t('counter.show')}</GoLink>
      </Group>
    </div>
  );
}

function Chosen({ target, onDone }: { target: PayTarget; onDone: (payment: Payment) => void }) {
  const { of: named } = useUrlQuery();
  const { data: payable, error, refetch } = useAnswer(getPayable, { query: target });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!payable) return <RecordSkeleton />;
  if (payable.closed) return <ClosedPayable payable={payable} closed={payable.closed} />;
  return <CounterForm key={payable.id} payable={payable} named={named} again={refetch} onDone={onDone} />;
}

export function TakePayment() {
  const t = useTexts('payments');
  const go = useGo();
  const target = usePayTarget();
  const [taken, setTaken] = useState<Payment | null>(null);
  const choose = (payable: Payable) => go('/take-payment', targetOf(payable));
  const next = () => {
    setTaken(null);
    void go('/take-payment');
  };
  return (
    <div className={style.narrow}>
      <PageHead title={t('take.title')} about={t('counter.about')}>
        {target && !taken ? (
          <Button variant="default" onClick={next}>
            {t('take.other')}
          </Button>
        ) : (
          <OwnRequests />
        )}
      </PageHead>
      {taken ? (
        <Taken payment={taken} next={next} />
      ) : target ? (
        <Chosen target={target} onDone={setTaken} />
      ) : (
        <PayableSearch choose={choose}>
          <WaitingFees choose={(payable) => void choose(payable)} />
        </PayableSearch>
      )}
    </div>
  );
}
