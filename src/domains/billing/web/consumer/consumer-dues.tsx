/** What a consumer owes for each connection and the way to take it, as a sheet of their page. */
import { Button } from '@mantine/core';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { Money } from '#web/ui/figures.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { billingIds } from '../../invoices/contract.ts';
import { DueDay } from '../due-day.tsx';
import style from './dues.module.css';

const SHOWN = 20;

export function ConsumerDues({ consumerId }: { consumerId: string }) {
  const t = useTexts('billing');
  const may = useMay();
  const go = useGo();
  const place = usePlace();
  const { digits } = useFormats();
  const { data, error, refetch } = useAnswer(billingIds, {
    query: { consumerId, limit: SHOWN, sort: '-dueMinor' },
  });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  if (data.items.length === 0) return null;
  return (
    <Sheet title={t('consumer.dues')}>
      <ul className={style.lines}>
        {data.items.map((row) => (
          <li key={row.connectionId}>
            <span className={style.what}>
              {place(row)}
              <span className={style.soft}>
                {t('billing.connection')} {digits(row.connectionNumber)}
                {row.lastInvoiceId ? (
                  <>
                    {' · '}
                    <GoLink to={`/billing/invoice-list/${row.lastInvoiceId}`}>
                      {t('billing.last_bill')}
                    </GoLink>
                  </>
                ) : null}
              </span>
            </span>
            {row.dueMinor > 0 ? (
              <span className={style.due}>
                <b>
                  <Money minor={row.dueMinor} />
                </b>
                {row.oldestDueOn ? <DueDay day={row.oldestDueOn} /> : null}
              </span>
            ) : (
              <span className={style.soft}>{t('billing.nothing_due')}</span>
            )}
            {row.dueMinor > 0 && may('payments:take') ? (
              <Button
                variant="default"
                onClick={() => go('/take-payment', { connectionId: row.connectionId })}
              >
                {t('consumer.take')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
