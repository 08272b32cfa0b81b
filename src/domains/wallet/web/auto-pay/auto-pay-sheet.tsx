/** Bills that a wallet pays by itself: of each connection whether, what comes next, and how the last ones ended. */
import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  type AutoPay,
  type AutoPayConnection,
  type AutoPayTry,
  checkAutoPay,
  updateAutoPay,
} from '../../auto-pay/contract.ts';
import style from '../wallet.module.css';
import type { AutoPayDialogProps } from './auto-pay-dialog.tsx';

const AutoPayDialog = onDemand<AutoPayDialogProps>(() =>
  import('./auto-pay-dialog.tsx').then((file) => file.AutoPayDialog),
);

/** @property consumerId whose wallet it is, for the office; a household has its own @property balanceMinor what is in it */
export type AutoPayProps = { consumerId?: string; balanceMinor: number };

export function AutoPaySheet({ consumerId, balanceMinor }: AutoPayProps) {
  const t = useTexts('wallet');
  const { data } = useAnswer(checkAutoPay, { query: consumerId ? { consumerId } : {} });
  if (!data) return null;
  const { isOffered, connections, planned, results, noticeDays } = data;
  const isWanted = connections.some(({ wish }) => wish);
  const coming = planned.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const missing = coming === 0 ? 0 : coming - balanceMinor;
  const hasNews = planned.length + results.length > 0;
  // If it is not offered and never was, a household need not read of it.
  if (!consumerId && !hasNews && !isWanted && (!isOffered || connections.length === 0)) return null;
  return (
    <Sheet title={t('auto.title')}>
      <p className={style.quiet}>
        {consumerId
          ? t('wallets.auto_about')
          : noticeDays === 0
            ? t('auto.about_now')
            : t('auto.about', { count: noticeDays })}
      </p>
      {isOffered ? null : <Alert color="yellow">{t('auto.off_here')}</Alert>}
      {connections.length === 0 ? <p>{t('auto.no_connection')}</p> : <Wishes auto={data} />}
      <Tries title={t('auto.planned')} rows={planned} />
      {missing > 0 ? <Alert color="yellow">{t('auto.missing', { amount: missing })}</Alert> : null}
      <Tries title={t('auto.results')} rows={results} />
    </Sheet>
  );
}

function Wishes({ auto }: { auto: AutoPay }) {
  const t = useTexts('wallet');
  const [asked, setAsked] = useState<AutoPayConnection | 'all' | null>(null);
  const { connections, isOffered, can } = auto;
  const mayStart = can.update && isOffered;
  return (
    <>
      <ul className={style.lines}>
        {connections.map((row) => (
          <WishLine
            key={row.connectionId}
            row={row}
            {...(mayStart ? { start: () => setAsked(row) } : {})}
            mayEnd={can.update}
          />
        ))}
      </ul>
      {mayStart && connections.length > 1 ? (
        <Button variant="default" onClick={() => setAsked('all')}>
          {t('auto.for_all')}
        </Button>
      ) : null}
      {asked ? (
        <AutoPayDialog
          connection={asked === 'all' ? null : asked}
          connections={asked === 'all' ? connections : [asked]}
          close={() => setAsked(null)}
        />
      ) : null}
    </>
  );
}

type WishLineProps = { row: AutoPayConnection; start?: () => void; mayEnd: boolean };

function WishLine({ row, start, mayEnd }: WishLineProps) {
  const t = useTexts('wallet');
  const { digits } = useFormats();
  const place = usePlace();
  const stop = useAction(updateAutoPay, { onDone: () => toast('success', t('auto.ended')) });
  const { wish, connectionId } = row;
  return (
    <li>
      <div className={style.wish}>
        <span className={style.wishSteps}>
          <b>{t('auto.connection', { number: digits(row.number) })}</b>
          <StateChip tone={wish ? 'green' : 'grey'}>{t(wish ? 'auto.on' : 'auto.off')}</StateChip>
        </span>
        <span className={style.quiet}>{place(row)}</span>
        {wish ? (
          <span>
            {wish.trigger === 'ON_BILL'
              ? t('auto.on_bill', { ceiling: wish.ceilingMinor })
              : t('auto.on_day', { ceiling: wish.ceilingMinor, day: wish.day ?? 1 })}
          </span>
        ) : null}
      </div>
      <div className={style.wishSteps}>
        {start ? (
          <Button variant={wish ? 'default' : 'filled'} onClick={start}>
            {t(wish ? 'auto.change' : 'auto.start')}
          </Button>
        ) : null}
        {wish && mayEnd ? (
          <Button
            variant="default"
            loading={stop.isRunning}
            onClick={() => void stop.run({ body: { on: false, connectionId } })}
          >
            {t('auto.stop')}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Tries({ title, rows }: { title: string; rows: readonly AutoPayTry[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className={style.part}>{title}</h3>
      <ul className={style.lines}>
        {rows.map((row) => (
          <TryLine key={row.id} row={row} />
        ))}
      </ul>
    </>
  );
}

const TONES = { PLANNED: 'amber', PAID: 'green', FAILED: 'red' } as const;

function TryLine({ row }: { row: AutoPayTry }) {
  const t = useTexts('wallet');
  const { money, day, digits } = useFormats();
  const { state, reason, nextOn, paymentId, isTakenBack } = row;
  return (
    <li>
      <div className={style.wish}>
        <span>
          {day(row.decidedOn ?? row.payOn)}{' '}
          <StateChip tone={isTakenBack ? 'grey' : TONES[state]}>
            {t(isTakenBack ? 'auto.states.TAKEN_BACK' : `auto.states.${state}`)}
          </StateChip>
        </span>
        <span className={style.quiet}>
          <GoLink to={`/invoice-details/${row.invoiceId}`}>
            {t('auto.bill', { number: digits(row.invoiceNumber) })}
          </GoLink>{' '}
          · {t('auto.connection', { number: digits(row.connectionNumber) })}
        </span>
        {reason ? (
          <span>
            {t(`auto.reasons.${reason}`)} {nextOn ? t('auto.again', { day: nextOn }) : t('auto.never')}
          </span>
        ) : null}
        {paymentId ? (
          <GoLink to={`/payment-history/${paymentId}`} className={style.wayOn}>
            {t('auto.receipt')}
          </GoLink>
        ) : null}
      </div>
      <b className="figure">{money(row.amountMinor)}</b>
    </li>
  );
}
