/** Parts of the page of a plan: what was asked for, what is agreed, its bills, what happened. */
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { PlanDetail } from '../../payment-plans/contract.ts';
import style from './plans.module.css';

type PlanProps = { plan: PlanDetail; isConsumer: boolean };

export function PlanRequest({ plan, isConsumer }: PlanProps) {
  const t = useTexts('payment_plans');
  const { instant, digits } = useFormats();
  return (
    <Sheet title={t(isConsumer ? 'record.request_own' : 'record.request')}>
      <p className={style.words}>{plan.askedWords}</p>
      <Facts
        facts={[
          { label: t('record.asked_at'), value: instant(plan.openedAt) },
          ...(plan.askedInstalments
            ? [{ label: t('record.asked_instalments'), value: digits(String(plan.askedInstalments)) }]
            : []),
          ...(isConsumer || !plan.phone ? [] : [{ label: t('record.phone'), value: digits(plan.phone) }]),
        ]}
      />
    </Sheet>
  );
}

export function PlanTerms({ plan }: { plan: PlanDetail }) {
  const t = useTexts('payment_plans');
  const { money, digits } = useFormats();
  const { rules, sumMinor, paidMinor, leftMinor } = plan;
  if (!rules) return null;
  return (
    <Sheet title={t('record.terms')}>
      <Facts
        facts={[
          { label: t('list.sum'), value: money(sumMinor ?? 0) },
          ...(plan.acceptBy
            ? [
                { label: t('list.paid'), value: money(paidMinor ?? 0) },
                { label: t('list.left'), value: money(leftMinor ?? 0) },
              ]
            : []),
          { label: t('record.grace'), value: t('record.days', { count: rules.graceDays }) },
          { label: t('record.breaks'), value: t('record.missed', { count: rules.missedBreak }) },
          {
            label: t('record.new_bills'),
            value: t(rules.currentBillsToo ? 'record.in_time' : 'record.apart'),
          },
          { label: t('list.connection'), value: digits(plan.connectionNumber) },
        ]}
      />
    </Sheet>
  );
}

export function PlanBills({ bills }: { bills: PlanDetail['bills'] }) {
  const t = useTexts('payment_plans');
  const { money, digits, month } = useFormats();
  return (
    <Sheet title={t('record.bills')}>
      <table className={style.table}>
        <thead>
          <tr>
            <th scope="col">{t('record.bill')}</th>
            <th scope="col" className={style.figure}>
              {t('record.at_first')}
            </th>
            <th scope="col" className={style.figure}>
              {t('list.left')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bills.map((bill) => (
            <tr key={bill.id}>
              <td>
                <GoLink to={`/billing/invoice-list/${bill.id}`}>{digits(bill.number)}</GoLink>
                <span className={style.paid}>
                  {month(bill.period)}
                  {bill.isSurcharge ? ` · ${t('record.surcharge')}` : ''}
                  {bill.isCancelled ? ` · ${t('record.cancelled')}` : ''}
                </span>
              </td>
              <td className={style.figure}>{money(bill.openMinor)}</td>
              <td className={style.figure}>{money(bill.leftMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}

/** Who did what and when; a household reads the days, and not the names of the office. */
export function PlanHistory({ plan, isConsumer }: PlanProps) {
  const t = useTexts('payment_plans');
  const { instant, day, digits } = useFormats();
  const by = (name: string | null, at: string) => (name && !isConsumer ? `${at} · ${name}` : at);
  return (
    <Sheet title={t('record.history')}>
      <Facts
        facts={[
          ...(plan.proposedAt && (plan.acceptBy || !isConsumer)
            ? [{ label: t('record.proposed'), value: by(plan.proposedBy, instant(plan.proposedAt)) }]
            : []),
          ...(plan.approvedAt && !isConsumer
            ? [{ label: t('record.approved'), value: by(plan.approvedBy, instant(plan.approvedAt)) }]
            : []),
          ...(plan.acceptedAt && plan.acceptedAs
            ? [
                {
                  label: t(`record.accepted_${plan.acceptedAs === 'PAPER' ? 'paper' : 'portal'}`),
                  value: [by(plan.acceptedBy, instant(plan.acceptedAt)), plan.signedBy]
                    .filter(Boolean)
                    .join(' · '),
                },
              ]
            : []),
          ...(plan.endedOn
            ? [{ label: t(`states.${plan.state}`), value: by(plan.endedBy, day(plan.endedOn)) }]
            : []),
          ...(plan.endReason ? [{ label: t('cancel.reason'), value: plan.endReason }] : []),
          ...plan.others.map((other) => ({
            label: t('record.others'),
            value: (
              <GoLink to={`/billing/payment-plans/${other.id}`}>
                {digits(other.number)} · {t(`states.${other.state}`)} · {day(other.openedOn)}
              </GoLink>
            ),
          })),
        ]}
      />
    </Sheet>
  );
}
