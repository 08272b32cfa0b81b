/** What a correction run makes of the bills: its tariff and reason, the sums up and down, and the largest ten. */

import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import { getCorrection } from '../../correction-run/contract.ts';
import billStyle from '../billing.module.css';
import style from './runs.module.css';

type Correction = EndpointAnswer<typeof getCorrection>;

function Biggest({ rows }: { rows: Correction['biggest'] }) {
  const t = useTexts('billing');
  const { amount, digits, month } = useFormats();
  return (
    <Sheet title={t('correction_run.biggest')}>
      <div className={style.scroll}>
        <table className={billStyle.plain}>
          <thead>
            <tr>
              <th scope="col">{t('correction_run.bill')}</th>
              <th scope="col" className={billStyle.figure}>
                {t('correction_run.before')}
              </th>
              <th scope="col" className={billStyle.figure}>
                {t('correction_run.after')}
              </th>
              <th scope="col" className={billStyle.figure}>
                {t('correction_run.difference')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.invoiceId}>
                <td>
                  <GoLink to={`/billing/invoice-list/${row.invoiceId}`}>{digits(row.invoiceNumber)}</GoLink>
                  <div className={style.label}>{month(row.period)}</div>
                </td>
                <td className={billStyle.figure}>{amount(row.beforeMinor)}</td>
                <td className={billStyle.figure}>{amount(row.afterMinor ?? 0)}</td>
                <td className={billStyle.figure}>
                  {(row.totalMinor ?? 0) > 0 ? '+' : ''}
                  {amount(row.totalMinor ?? 0)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Sheet>
  );
}

export function CorrectionOverview({ id }: { id: string }) {
  const t = useTexts('billing');
  const { day, money, month, number } = useFormats();
  const { data } = useAnswer(getCorrection, { params: { id } });
  if (!data) return null;
  const counted = (count: number, minor: number) =>
    `${t('correction_run.counted', { count })} · ${minor > 0 ? '+' : ''}${money(minor)}`;
  return (
    <>
      <Sheet
        title={t('correction_run.preview')}
        action={
          <GoLink to={`/bill-run/${id}/items`} query={{ page: 1 }}>
            {t('correction_run.all')}
          </GoLink>
        }
      >
        <Facts
          facts={[
            {
              label: t('correction_run.tariff'),
              value: (
                <GoLink to={`/configuration/billing/${data.tariff.id}`}>
                  {t('invoice.tariff_from', { name: data.tariff.name, day: day(data.tariff.effectiveFrom) })}
                </GoLink>
              ),
            },
            { label: t('correction_run.reason'), value: data.reason },
            { label: t('correction_run.order_number'), value: data.orderNumber },
            { label: t('correction_run.bills'), value: number(data.bills) },
            { label: t('correction_run.connections'), value: number(data.connections) },
            {
              label: t('correction_run.months'),
              value:
                data.firstMonth && data.lastMonth
                  ? [...new Set([data.firstMonth, data.lastMonth])].map(month).join(' – ')
                  : null,
            },
            { label: t('correction_run.more'), value: counted(data.more, data.moreMinor) },
            { label: t('correction_run.less'), value: counted(data.less, data.lessMinor) },
            { label: t('correction_run.same'), value: t('correction_run.counted', { count: data.same }) },
          ]}
        />
      </Sheet>
      {data.biggest.length > 0 ? <Biggest rows={data.biggest} /> : null}
    </>
  );
}
