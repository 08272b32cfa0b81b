/** The four pages after (and before) the bank: one screen, which shows what the server's own check says. */
import { Button, Loader } from '@mantine/core';
import {
  IconBuildingBank,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconReceiptRefund,
  IconZoomQuestion,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { GoLink, useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { giveUpPayment } from '../../gateway/contract.ts';
import { NOT_DUE, type PaymentState } from '../../payment.rules.ts';
import { PaidList } from '../paid-list.tsx';
import style from '../payments.module.css';
import { downloadReceipt } from '../receipts.ts';
import { usePaidFor } from '../what-is-paid.ts';
import {
  type GatewayPayment,
  type GatewayView,
  gatewayOf,
  useGatewayPayment,
} from './use-gateway-payment.ts';

/** The payments of the same kind: those for bills have none for a repair. */
function HistoryLink({ source = 'INVOICE' }: { source?: GatewayPayment['source'] }) {
  const t = useTexts('payments');
  return (
    <GoLink to="/payment-history" query={{ page: 1, source }} className={style.wayOn}>
      {t('back.history')}
    </GoLink>
  );
}

type FrameProps = { icon: ReactNode; title: string; text: string; children?: ReactNode };

function Frame({ icon, title, text, children }: FrameProps) {
  return (
    <section className={style.centre} aria-live="polite">
      {icon}
      <h1>{title}</h1>
      <p className={style.quiet}>{text}</p>
      {children}
    </section>
  );
}

function OrderFacts({ payment }: { payment: GatewayPayment }) {
  const t = useTexts('payments');
  const { money, digits } = useFormats();
  const paidFor = usePaidFor();
  return (
    <dl className={style.facts}>
      <dt>{t('back.amount')}</dt>
      <dd>
        <b className="figure">{money(payment.amountMinor)}</b>
      </dd>
      <dt>{t('back.target')}</dt>
      <dd>{paidFor(payment)}</dd>
      {payment.receiptNumber ? (
        <>
          <dt>{t('back.receipt')}</dt>
          <dd>{digits(payment.receiptNumber)}</dd>
        </>
      ) : null}
      {payment.orderId ? (
        <>
          <dt>{t('back.order')}</dt>
          <dd>{payment.orderId}</dd>
        </>
      ) : null}
    </dl>
  );
}

/** Who did not finish at the bank need not wait until the bank says so. */
function GiveUp({ payment, view }: { payment: GatewayPayment; view: GatewayView }) {
  const t = useTexts('payments');
  const giveUp = useAction(giveUpPayment, { onDone: view.show });
  if (!payment.mayGiveUp) return null;
  const ask = async () => {
    const own = { question: t('back.give_up_ask'), yes: t('back.give_up'), no: t('back.give_up_no') };
    if (await confirm('submit', t('back.give_up_text'), own)) giveUp.run({ body: { paymentId: payment.id } });
  };
  return (
    <Button size="md" fullWidth variant="subtle" loading={giveUp.isRunning} onClick={() => void ask()}>
      {t('back.give_up')}
    </Button>
  );
}

/** On the way to the bank, and while it has not decided: never a second payment. */
function Undecided({ payment, view }: { payment: GatewayPayment; view: GatewayView }) {
  const t = useTexts('payments');
  const bank = (label: string, variant: 'filled' | 'default') =>
    payment.bankUrl ? (
      <Button component="a" href={payment.bankUrl} size="md" fullWidth variant={variant}>
        {label}
      </Button>
    ) : null;
  if (view.isLeaving) {
    return (
      <Frame
        icon={<IconBuildingBank size={44} className={style.mark} data-tone="blue" />}
        title={t('back.going')}
        text={t('back.going_text')}
      >
        <OrderFacts payment={payment} />
        {bank(t('back.go'), 'filled')}
      </Frame>
    );
  }
  if (payment.isSetAside) {
    return (
      <Frame
        icon={<IconClock size={44} className={style.mark} data-tone="blue" />}
        title={t('back.looked_at')}
        text={t('back.looked_at_text')}
      >
        <OrderFacts payment={payment} />
        <HistoryLink source={payment.source} />
      </Frame>
    );
  }
  if (view.isUnknown || payment.isUnknown) {
    return (
      <Frame
        icon={<IconClock size={44} className={style.mark} data-tone="blue" />}
        title={t(payment.isUnknown ? 'back.no_answer' : 'back.unknown')}
        text={t(payment.isUnknown ? 'back.no_answer_text' : 'back.unknown_text')}
      >
        <OrderFacts payment={payment} />
        <Button size="md" fullWidth onClick={view.askAgain}>
          {t('back.ask_again')}
        </Button>
        {bank(t('back.continue'), 'default')}
        <GiveUp payment={payment} view={view} />
      </Frame>
    );
  }
  return (
    <Frame icon={<Loader size="lg" />} title={t('back.verifying')} text={t('back.verifying_text')}>
      <OrderFacts payment={payment} />
      {bank(t('back.continue'), 'default')}
      <GiveUp payment={payment} view={view} />
    </Frame>
  );
}

/** Back to what was paid for: a demand note is a step of its application, and that page says what comes next; so is a work order, and an ownership request. */
function WayOn({ payment }: { payment: GatewayPayment }) {
  const { source, applicationId, workOrderId, ownershipRequestId } = payment;
  const t = useTexts('payments');
  const go = useGo();
  const isOfApplication = source === 'APPLICATION_SURVEY' && applicationId !== null;
  const leave = () => {
    if (isOfApplication) return go(`/customer/new-connections/${applicationId}`);
    if (workOrderId) return go(`/work-order-list/${workOrderId}`);
    if (ownershipRequestId) return go(`/owner-change-request-list/${ownershipRequestId}`);
    if (source === 'WALLET_RECHARGE') return go('/customer-wallet-manage', { page: 1 });
    return go('/billing/invoice-list', { page: 1 });
  };
  return (
    <Button size="md" fullWidth variant="default" onClick={() => void leave()}>
      {t(
        isOfApplication
          ? 'back.application'
          : workOrderId
            ? 'back.work'
            : ownershipRequestId
              ? 'back.change'
              : source === 'WALLET_RECHARGE'
                ? 'back.to_wallet'
                : 'back.home',
      )}
    </Button>
  );
}

/** Money for a wallet has paid no bill yet: what is open may be paid from it now. */
function DepositedWallet() {
  const t = useTexts('payments');
  return (
    <p>
      <GoLink to="/pay">{t('back.pay_bills')}</GoLink>
    </p>
  );
}

function Approved({ payment }: { payment: GatewayPayment }) {
  const t = useTexts('payments');
  const language = useLanguage();
  return (
    <Frame
      icon={<IconCircleCheck size={52} stroke={1.5} className={style.mark} data-tone="green" />}
      // Money that came too late is taken and goes back: nothing is paid.
      title={t(
        payment.source === 'WALLET_RECHARGE'
          ? 'back.deposited'
          : payment.owedBack
            ? 'back.goes_back'
            : 'back.approved',
      )}
      text={t('back.approved_text')}
    >
      <OrderFacts payment={payment} />
      <div className={style.wide}>
        {payment.source === 'WALLET_RECHARGE' ? (
          <DepositedWallet />
        ) : (
          <>
            {payment.owedBack ? null : <h2>{t('back.bills_paid')}</h2>}
            <PaidList payment={payment} />
          </>
        )}
      </div>
      <Button size="md" fullWidth onClick={() => downloadReceipt(payment, language)}>
        {t('back.receipt_pdf')}
      </Button>
      <WayOn payment={payment} />
    </Frame>
  );
}

const ENDS = {
  DECLINED: { key: 'declined', icon: IconCircleX, tone: 'red' },
  CANCELED: { key: 'canceled', icon: IconCircleX, tone: 'grey' },
  EXPIRED: { key: 'expired', icon: IconClock, tone: 'grey' },
  REVERSED: { key: 'reversed', icon: IconReceiptRefund, tone: 'grey' },
} as const satisfies Partial<Record<PaymentState, unknown>>;
const NO_LONGER_DUE = { key: 'not_due', icon: IconCircleX, tone: 'grey' } as const;
type End = (typeof ENDS)[keyof typeof ENDS] | typeof NO_LONGER_DUE;

function Ended({ payment, end }: { payment: GatewayPayment; end: End }) {
  const t = useTexts('payments');
  const go = useGo();
  const Icon = end.icon;
  const { connectionId, applicationId, workOrderId, ownershipRequestId } = payment;
  const [target] = [{ connectionId }, { workOrderId }, { ownershipRequestId }, { applicationId }].filter(
    (named) => Object.values(named).some(Boolean),
  );
  return (
    <Frame
      icon={<Icon size={52} stroke={1.5} className={style.mark} data-tone={end.tone} />}
      title={t(`back.${end.key}`)}
      text={t(`back.${end.key}_text`)}
    >
      <OrderFacts payment={payment} />
      <Button
        size="md"
        fullWidth
        onClick={() =>
          payment.source === 'WALLET_RECHARGE'
            ? go('/customer-wallet-manage', { page: 1 })
            : go('/pay', target)
        }
      >
        {t(end.key === 'not_due' ? 'back.not_due_go' : 'back.again')}
      </Button>
      <HistoryLink source={payment.source} />
    </Frame>
  );
}

/** The bank took another amount, and that one was booked. */
function Replaced({ payment, by }: { payment: GatewayPayment; by: string }) {
  const t = useTexts('payments');
  return (
    <Frame
      icon={<IconCircleCheck size={52} stroke={1.5} className={style.mark} data-tone="green" />}
      title={t('back.replaced')}
      text={t('back.replaced_text')}
    >
      <OrderFacts payment={payment} />
      <GoLink to={`/payment-history/${by}`}>{t('back.replaced_link')}</GoLink>
    </Frame>
  );
}

export function GatewayReturn() {
  const t = useTexts('payments');
  const { payment: paymentId, to, by } = useUrlQuery();
  const view = useGatewayPayment(paymentId, gatewayOf(by), to === 'bank');
  const { payment, error, askAgain } = view;
  if (!paymentId) {
    return (
      <Frame
        icon={<IconZoomQuestion size={48} className={style.mark} data-tone="grey" />}
        title={t('back.missing')}
        text={t('back.missing_text')}
      >
        <HistoryLink />
      </Frame>
    );
  }
  if (error && !payment) return <FailedPage error={error} retry={askAgain} />;
  if (!payment) {
    const waiting = to === 'bank' ? 'going' : 'verifying';
    return (
      <Frame icon={<Loader size="lg" />} title={t(`back.${waiting}`)} text={t(`back.${waiting}_text`)} />
    );
  }
  if (payment.replacedById) return <Replaced payment={payment} by={payment.replacedById} />;
  if (payment.state === 'APPROVED') return <Approved payment={payment} />;
  if (payment.state === 'CREATED' || payment.state === 'PROCESSING')
    return <Undecided payment={payment} view={view} />;
  const isUntaken = payment.state === 'CANCELED' && payment.declineReason === NOT_DUE;
  return <Ended payment={payment} end={isUntaken ? NO_LONGER_DUE : ENDS[payment.state]} />;
}
