/** One bill: what is due, how it came about, the readings behind it, and the use of 24 months. */
import { Button, Group, Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { addDays, daysBetween } from '#shared/dates.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import type { MenuChoice } from '#web/ui/menu/menu-choice.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { billedCategories, billedTariffs } from '../categories/billed-categories.rules.ts';
import {
  type InvoiceDetail,
  invoiceDetail,
  invoicePdf,
  PAID_IN_TIME,
  UNPAID_CORRECTED,
} from '../invoices/contract.ts';
import type { LeakHindrance } from '../leaks/leak.rules.ts';
import { listTariffCategories } from '../tariffs/categories/contract.ts';
import { BillLines } from './bill-lines.tsx';
import { type AskedOfBill, InvoiceState, useIsConsumer } from './bill-parts.tsx';
import { UseBars } from './use/use-bars.tsx';

// Few bills were corrected.
const Adjustments = onDemand<{ bill: InvoiceDetail }>(() =>
  import('./corrections/adjustments.tsx').then((file) => file.Adjustments),
);
const TakenOver = onDemand<{ bill: InvoiceDetail; at: 'notice' | 'mark' }>(() =>
  import('./taken/taken-over.tsx').then((file) => file.TakenOver),
);
const Estimated = onDemand<{ bill: InvoiceDetail; at: 'notice' | 'mark' }>(() =>
  import('./corrections/estimated.tsx').then((file) => file.Estimated),
);
const EmptyInFull = onDemand<{ bill: InvoiceDetail }>(() =>
  import('./empty-houses/in-full.tsx').then((file) => file.InFull),
);
const DunningNotice = onDemand<{ of: readonly NonNullable<InvoiceDetail['dunning']>[] }>(() =>
  import('./dunning-notice.tsx').then((file) => file.DunningNotice),
);
const SurchargesOfBill = onDemand<{ bill: InvoiceDetail }>(() =>
  import('./surcharges-of-bill.tsx').then((file) => file.SurchargesOfBill),
);
const Rebate = onDemand<{ rebate: NonNullable<InvoiceDetail['rebate']> }>(() =>
  import('./rebates/rebate-of-bill.tsx').then((file) => file.RebateOfBill),
);
// What few households ask for is loaded when they do.
const Disputes = onDemand<AskedOfBill>(() =>
  import('./disputes/disputes-of-bill.tsx').then((file) => file.DisputesOfBill),
);
const Leaks = onDemand<AskedOfBill & { shown: () => void }>(() =>
  import('./leaks/leaks-of-bill.tsx').then((file) => file.LeaksOfBill),
);
const NoLeak = onDemand<{ of: LeakHindrance }>(() =>
  import('./leaks/no-leak.tsx').then((file) => file.NoLeak),
);
const Plan = onDemand<AskedOfBill>(() =>
  import('./payment-plans/plan-of-bill.tsx').then((file) => file.PlanOfBill),
);
// What only staff do is not fetched by a consumer's phone.
const AdjustDialog = lazy(() =>
  import('./corrections/adjust-dialog.tsx').then((file) => ({ default: file.AdjustDialog })),
);
const CancelDialog = lazy(() =>
  import('./corrections/cancel-dialog.tsx').then((file) => ({ default: file.CancelDialog })),
);
const WaitingCorrection = lazy(() =>
  import('./corrections/waiting-correction.tsx').then((file) => ({ default: file.WaitingCorrection })),
);
const RefusedCorrection = lazy(() =>
  import('./corrections/waiting-correction.tsx').then((file) => ({ default: file.RefusedCorrection })),
);

function Readings({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const common = useTexts('common');
  const { day, cubicMetres, digits } = useFormats();
  const days = daysBetween(bill.usedFrom, bill.usedTo);
  const volume = (litres: number | null) =>
    litres === null ? null : `${cubicMetres(litres)} ${common('units.cubic_metres')}`;
  const average = days > 0 ? Math.round(bill.usageLitres / days) : 0;
  return (
    <Sheet title={t('invoice.readings')}>
      <Facts
        facts={[
          { label: t('invoice.use'), value: <b>{volume(bill.usageLitres)}</b> },
          { label: t('invoice.previous'), value: volume(bill.previousLitres) },
          { label: t('invoice.current'), value: volume(bill.currentLitres) },
          { label: t('invoice.meter'), value: bill.meterNumber && digits(bill.meterNumber) },
          {
            label: t('invoice.days'),
            value: t('invoice.days_of', {
              from: day(bill.usedFrom),
              to: day(addDays(bill.usedTo, -1)),
              count: days,
            }),
          },
          { label: t('invoice.average_label'), value: t('invoice.average', { litres: average }) },
        ]}
      />
      {bill.estimate || bill.afterEstimates ? <Estimated bill={bill} at="notice" /> : null}
    </Sheet>
  );
}

function About({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const { day, digits } = useFormats();
  const language = useLanguage();
  const nameIn = useNameIn();
  const categories = useAnswer(listTariffCategories);
  const billed = billedCategories(bill).map((code) => {
    const category = categories.data?.items.find((row) => row.code === code);
    return (language === 'bn' ? category?.nameBn : category?.nameEn) ?? code;
  });
  const reasons: Record<string, string> = {
    [PAID_IN_TIME]: t('surcharge.paid_in_time'),
    [UNPAID_CORRECTED]: t('surcharge.unpaid_corrected'),
  };
  const tariffs = billedTariffs(bill.tariffs).map(({ name, effectiveFrom }) =>
    // Its name is in English.
    language === 'bn'
      ? t('invoice.tariff_since', { day: day(effectiveFrom) })
      : t('invoice.tariff_from', { name, day: day(effectiveFrom) }),
  );
  return (
    <Sheet title={t('invoice.about')}>
      <Facts
        facts={[
          { label: t('invoice.consumer'), value: nameIn(bill.consumerName, bill.consumerNameBn) },
          { label: t('invoice.connection'), value: digits(bill.connectionNumber) },
          { label: t('invoice.issued'), value: day(bill.issuedOn) },
          // A cancelled bill asks for nothing.
          ...(bill.cancelledOn
            ? [{ label: t('invoice.cancelled_on'), value: day(bill.cancelledOn) }]
            : [{ label: t('invoices.due_on'), value: day(bill.dueOn) }]),
          { label: t('invoice.category'), value: billed.join(', ') },
          { label: t('invoice.pipe'), value: t('invoice.millimetres', { size: bill.pipeSizeMm }) },
          { label: t('invoice.tariff'), value: tariffs.join(' · ') },
          ...(bill.cancelReason
            ? [
                {
                  label: t('invoice.cancel_reason'),
                  value: reasons[bill.cancelReason] ?? bill.cancelReason,
                },
              ]
            : []),
        ]}
      />
    </Sheet>
  );
}

type Asked = 'adjust' | 'cancel' | 'plan' | 'object' | 'leak';
type Offered = { actions: RecordAction[]; more: MenuChoice[] };

/** The paper in the language of the screen has a button; the other one is in the menu. */
function useActions(bill: InvoiceDetail | undefined, ask: (asked: Asked) => void): Offered {
  const t = useTexts('billing');
  const go = useGo();
  const language = useLanguage();
  const isConsumer = useIsConsumer();
  if (!bill) return { actions: [], more: [] };
  const pdf = (wanted: 'en' | 'bn') => ({
    label: t(wanted === 'en' ? 'invoice.pdf_en' : 'invoice.pdf_bn'),
    run: () =>
      startDownload(
        invoicePdf,
        { params: { id: bill.id }, query: { language: wanted } },
        `bill-${bill.number}.pdf`,
      ),
  });
  // If both owe a part of it, who counts the money says whose it is.
  const of = bill.isTakenOver ? 'taker' : bill.takenOverMinor > 0 ? undefined : 'owner';
  const pay: RecordAction = {
    label: t('invoice.pay', { amount: bill.dueMinor }),
    quiet: bill.isInPlan,
    run: () => {
      const { connectionId, number } = bill;
      return isConsumer
        ? go('/pay', { connectionId, bill: number })
        : go('/take-payment', { connectionId, of });
    },
  };
  const corrections: RecordAction[] = [
    ...(bill.can.adjust ? [{ label: t('correcting.adjust'), run: () => ask('adjust') }] : []),
    ...(bill.can.cancel ? [{ label: t('correcting.cancel'), danger: true, run: () => ask('cancel') }] : []),
  ];
  return {
    actions: [...(bill.can.pay ? [pay] : []), pdf(language), ...corrections],
    more: [pdf(language === 'bn' ? 'en' : 'bn')],
  };
}

/** What is due and of whom, or why nothing is: a cancelled bill asks for no money. */
function useFigure(): (bill: InvoiceDetail) => { label: string; value: string } {
  const t = useTexts('billing');
  const { money, day } = useFormats();
  return (bill) => {
    if (bill.cancelledOn) {
      return { label: t('invoice.cancelled', { day: day(bill.cancelledOn) }), value: money(0) };
    }
    const ofTaker = bill.isTakenOver && bill.takenOverMinor > 0;
    if (bill.dueMinor <= 0 && !ofTaker) return { label: t('invoice.paid'), value: money(bill.totalMinor) };
    const what = t(ofTaker ? 'taken_over.mark' : 'invoice.due');
    const value = money(ofTaker ? bill.takenOverMinor : bill.dueMinor);
    // Of a household that a new owner pays for nothing is due by any day.
    if (bill.dueMinor <= 0) return { label: what, value };
    const until = t(bill.overdue ? 'invoice.was_due' : 'invoice.due_by', { day: day(bill.dueOn) });
    return { label: `${what} · ${until}`, value };
  };
}

/** The bill below what is noticed about it. */
function Content({ bill, ask }: { bill: InvoiceDetail; ask: (asked: Asked) => void }) {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const isConsumer = useIsConsumer();
  // Only the office is asked why there is no rebate.
  const rebate = isConsumer && bill.rebate?.state === 'MISSED' ? null : bill.rebate;
  return (
    <>
      {bill.can.plan || bill.can.dispute || bill.can.leak ? (
        <Group>
          {bill.can.leak ? (
            <Button variant="default" onClick={() => ask('leak')}>
              {t(isConsumer ? 'invoice.leak' : 'on_bill.leak')}
            </Button>
          ) : null}
          {bill.can.plan ? (
            <Button variant="default" onClick={() => ask('plan')}>
              {t(isConsumer ? 'invoice.plan' : 'on_bill.plan')}
            </Button>
          ) : null}
          {bill.can.plan && !isConsumer ? (
            <GoLink to="/billing/payment-plans" query={{ page: 1, search: bill.connectionNumber }}>
              {t('on_bill.plans', { number: digits(bill.connectionNumber) })}
            </GoLink>
          ) : null}
          {bill.can.dispute ? (
            <Button variant="default" onClick={() => ask('object')}>
              {t(isConsumer ? 'invoice.object' : 'on_bill.object')}
            </Button>
          ) : null}
        </Group>
      ) : null}
      {bill.dunning ? <DunningNotice of={[bill.dunning]} /> : null}
      {rebate ? <Rebate rebate={rebate} /> : null}
      {bill.emptyInFull ? <EmptyInFull bill={bill} /> : null}
      <BillLines bill={bill} />
      {bill.surchargeOf || bill.surcharges.length > 0 ? <SurchargesOfBill bill={bill} /> : null}
      {bill.adjustments.length > 0 ? <Adjustments bill={bill} /> : null}
      <Readings bill={bill} />
      <Sheet title={t('invoice.history')}>
        <UseBars history={bill.history} period={bill.period} />
      </Sheet>
      <About bill={bill} />
      {bill.noLeak ? <NoLeak of={bill.noLeak} /> : null}
    </>
  );
}

export function InvoiceRecord() {
  const t = useTexts('billing');
  const { month } = useFormats();
  const place = usePlace();
  const nameIn = useNameIn();
  const id = usePathParam();
  const { data: bill, error, refetch } = useAnswer(invoiceDetail, { params: { id } });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isLeakShown, setLeakShown] = useState(false);
  const offered = useActions(bill, setAsked);
  const figureOf = useFigure();
  const close = () => setAsked(null);
  if (error && !bill) return <FailedPage error={error} retry={refetch} />;
  if (!bill) return <RecordSkeleton />;
  const figure = figureOf(bill);
  const isTaken = bill.takenOverMinor > 0 || bill.taker?.successor;
  // What is below its leak would be pushed down by it.
  const waits = bill.hasLeak && !isLeakShown;
  return (
    <RecordPage
      number={bill.number}
      title={
        bill.isSupplement || bill.isFinal
          ? `${t(bill.isFinal ? 'invoice.final' : bill.isSurcharge ? 'surcharge.name' : 'corrections.supplement')} · ${month(bill.period)}`
          : t('invoice.title', { month: month(bill.period) })
      }
      place={`${nameIn(bill.consumerName, bill.consumerNameBn)} · ${place(bill)}`}
      state={
        <>
          <InvoiceState invoice={bill} />
          {bill.estimate ? <Estimated bill={bill} at="mark" /> : null}
          {isTaken ? <TakenOver bill={bill} at="mark" /> : null}
        </>
      }
      figure={figure}
      notice={isTaken ? <TakenOver bill={bill} at="notice" /> : null}
      {...offered}
    >
      <Suspense>
        {bill.correction ? (
          <WaitingCorrection bill={bill} correction={bill.correction} decide={bill.can.decide} />
        ) : null}
        {bill.refusedCorrection ? <RefusedCorrection refused={bill.refusedCorrection} /> : null}
        {asked === 'adjust' ? <AdjustDialog bill={bill} close={close} /> : null}
        {asked === 'cancel' ? <CancelDialog bill={bill} close={close} /> : null}
      </Suspense>
      {bill.isInPlan || asked === 'plan' ? (
        <Plan bill={bill} isAsked={asked === 'plan'} close={close} />
      ) : null}
      {bill.wasDisputed || bill.disputedSince || asked === 'object' ? (
        <Disputes bill={bill} isAsked={asked === 'object'} close={close} />
      ) : null}
      {bill.hasLeak || asked === 'leak' ? (
        <Leaks bill={bill} isAsked={asked === 'leak'} close={close} shown={() => setLeakShown(true)} />
      ) : null}
      {waits ? <Skeleton height="100vh" aria-busy="true" /> : <Content bill={bill} ask={setAsked} />}
    </RecordPage>
  );
}
