/** What is in the store, booking into it, and what was booked. */
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePath, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { TabStrip } from '#web/ui/tab-strip.tsx';
import { listStock } from '../../store/contract.ts';
import type { Stock } from '../record/material-lines.tsx';
import style from '../work-orders.module.css';

const Movements = onDemand(() => import('./movements.tsx').then((file) => file.Movements));
const MoveDialog = onDemand(() => import('./move-dialog.tsx').then((file) => file.MoveDialog));

const STOCK = 'stock';
const MOVEMENTS = 'movements';

export function Store() {
  const t = useTexts('work-orders');
  const may = useMay();
  const { tab } = useUrlQuery();
  const path = usePath();
  const go = useGo();
  const panelId = useId();
  const [isLow, setLow] = useState(false);
  const [isMoving, setMoving] = useState<{ materialId: string } | null>(null);
  const { data, error, refetch } = useAnswer(listStock, isLow ? { query: { low: true } } : {});
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  const mayMove = may('work-orders:move-stock');
  const chosen = tab === MOVEMENTS ? MOVEMENTS : STOCK;
  return (
    <>
      <PageHead title={t('store.title')} about={t('store.about')}>
        {chosen === STOCK ? (
          <Button variant="default" aria-pressed={isLow} onClick={() => setLow(!isLow)}>
            {t(isLow ? 'store.show_all' : 'store.show_low')}
          </Button>
        ) : null}
        {mayMove ? <Button onClick={() => setMoving({ materialId: '' })}>{t('store.move')}</Button> : null}
      </PageHead>
      <TabStrip
        label={t('store.title')}
        items={[
          { id: STOCK, title: t('store.stock') },
          { id: MOVEMENTS, title: t('store.movements') },
        ]}
        chosen={chosen}
        choose={(id) => go(path, id === STOCK ? {} : { page: 1, tab: id }, { replace: true })}
        panelId={panelId}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${chosen}`} className={style.panel}>
        {chosen === MOVEMENTS ? (
          <Movements />
        ) : data ? (
          <Sheet>
            {data.items.length === 0 ? (
              <NothingYet title={t('store.empty')} />
            ) : (
              <StockTable
                stock={data.items}
                move={mayMove ? (materialId) => setMoving({ materialId }) : undefined}
              />
            )}
          </Sheet>
        ) : (
          <RecordSkeleton />
        )}
      </div>
      {isMoving ? <MoveDialog {...isMoving} close={() => setMoving(null)} /> : null}
    </>
  );
}

type StockTableProps = { stock: Stock; move: ((materialId: string) => void) | undefined };

function StockTable({ stock, move }: StockTableProps) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { amount, digits } = useFormats();
  return (
    <table className={style.store}>
      <thead>
        <tr>
          <th scope="col">{t('store.material')}</th>
          <th scope="col" className={`${style.figure} ${style.wide}`}>
            {t('store.rate')}
          </th>
          <th scope="col" className={style.figure}>
            {t('store.on_hand')}
          </th>
          <th scope="col" className={style.figure}>
            {t('store.reserved')}
          </th>
          <th scope="col" className={style.figure}>
            {t('store.free')}
          </th>
          {move ? <td /> : null}
        </tr>
      </thead>
      <tbody>
        {stock.map(({ materialId, nameEn, nameBn, unit, rateMinor, onHand, reserved, free }) => {
          const name = nameIn(nameEn, nameBn);
          return (
            <tr key={materialId}>
              <th scope="row">{name}</th>
              <td className={`${style.figure} ${style.wide}`}>
                {rateMinor === null ? '—' : amount(rateMinor)}
              </td>
              <td className={style.figure}>
                {onHand === null ? (
                  <span className={style.soft}>{t('store.not_kept')}</span>
                ) : (
                  `${digits(onHand)} ${unitIn(unit)}`
                )}
                {onHand === '0' ? <b className={style.late}>{t('store.none_left')}</b> : null}
              </td>
              <td className={style.figure}>{reserved === null ? '—' : digits(reserved)}</td>
              <td className={style.figure}>
                {free === null ? '—' : free.startsWith('-') ? null : digits(free)}
                {free?.startsWith('-') ? (
                  <b className={style.late}>{t('store.missing', { quantity: digits(free.slice(1)) })}</b>
                ) : null}
              </td>
              {move ? (
                <td className={style.figure}>
                  <Button
                    variant="subtle"
                    aria-label={`${t('store.move')}: ${name}`}
                    onClick={() => move(materialId)}
                  >
                    {t('store.move')}
                  </Button>
                </td>
              ) : null}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
