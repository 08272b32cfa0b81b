/** Counts the cash of a day, by notes and coins or as a total, beside what the books say. */

import { Alert, Button } from '@mantine/core';
import { useRef } from 'react';
import { daySchema } from '#shared/dates.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { MoneyField, WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { DENOMINATIONS, type Pieces, sumOf } from '../closings/closing.rules.ts';
import { closeCash, expectedCash, openCashDays } from '../closings/contract.ts';
import style from './closings.module.css';

const POISHA = 100;

/** What was counted so far; undefined while nothing is typed. */
function countedOf(counted: unknown): number | undefined {
  const { by, totalMinor, pieces } = (counted ?? {}) as {
    by?: string;
    totalMinor?: number;
    pieces?: Pieces;
  };
  if (by === 'total') return typeof totalMinor === 'number' ? totalMinor : undefined;
  const typed = Object.values(pieces ?? {}).filter((count) => typeof count === 'number');
  return typed.length > 0 ? sumOf(pieces ?? {}) : undefined;
}

/** @param asked the day to begin with; else today, beside the open days to choose from */
export function CloseDayDialog({ day: asked, close }: { day?: string | undefined; close: () => void }) {
  const t = useTexts('ledger');
  const { day: written, number } = useFormats();
  const thisDay = today();
  // Sent as it is seen: what is posted meanwhile is refused by the server.
  const seen = useRef({ expectedMinor: 0 });
  const form = useForm(closeCash, {
    initial: {
      day: daySchema.safeParse(asked).data ?? thisDay,
      counted: { by: 'pieces', pieces: {} },
      reason: undefined,
    },
    extra: seen.current,
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'WAITING' ? 'cash.waits' : 'cash.closed'));
    },
  });
  const typedDay = form.valueOf('day');
  const typed = typeof typedDay === 'string' && typedDay ? typedDay : undefined;
  const day = typed ?? thisDay;
  const mayOthers = useMay()('closings:close-others');
  const { data: open } = useAnswer(openCashDays);
  const chosen = form.valueOf('cashierId');
  const cashierId = typeof chosen === 'string' && chosen ? chosen : undefined;
  const of = { query: { day, ...(cashierId ? { cashierId } : {}) } };
  const { data: books } = useAnswer(expectedCash, of, { enabled: isDay(day) });
  const cashiers = open?.cashiers ?? [];
  const counted = countedOf(form.valueOf('counted'));
  const difference = books && counted !== undefined ? counted - books.expectedMinor : undefined;
  const isByPieces = form.valueOf('counted.by') === 'pieces';
  seen.current.expectedMinor = books?.expectedMinor ?? 0;
  return (
    <FormDialog title={t('cash.close_title')} close={close}>
      <FormBody form={form} submit={t('cash.submit')} cancel={close}>
        <p>{t('cash.close_about')}</p>
        {mayOthers && cashiers.length > 0 ? (
          <SelectField
            form={form}
            name="cashierId"
            label={t('cash.cashier')}
            placeholder={t('cash.my_own')}
            options={cashiers.map(({ id, name }) => ({ value: id, label: name }))}
          />
        ) : null}
        <DayField form={form} name="day" label={t('cash.day')} required latest={thisDay} />
        {books && books.openDays.length > 0 ? (
          <div className={style.open}>
            <p className={style.small}>{t('cash.open_days', { count: books.openDays.length })}</p>
            <ul>
              {books.openDays.map((openDay) => (
                <li key={openDay}>
                  <Button
                    size="compact-sm"
                    variant={openDay === typed ? 'filled' : 'default'}
                    aria-pressed={openDay === typed}
                    onClick={() => form.change('day', openDay)}
                  >
                    {written(openDay)}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {books?.isClosed ? <Alert color="yellow">{t('cash.is_closed')}</Alert> : null}
        {books && !books.hasMoney ? <Alert color="yellow">{t('cash.no_money')}</Alert> : null}
        {books?.hasMoney ? (
          <p>
            {t('cash.books', {
              ...{ expected: books.expectedMinor, float: books.floatMinor, card: books.cardMinor },
              taken: books.expectedMinor - books.floatMinor,
            })}
          </p>
        ) : null}
        {books && books.chequeCount > 0 ? (
          <p>{t('cash.cheques', { count: books.chequeCount, amount: books.chequeMinor })}</p>
        ) : null}
        {books && books.expectedMinor < 0 ? (
          <Alert color="yellow">{t('cash.below_zero', { out: books.paidOutMinor })}</Alert>
        ) : null}
        <RadioField
          form={form}
          name="counted.by"
          label={t('cash.by')}
          required
          options={(['pieces', 'total'] as const).map((value) => ({ value, label: t(`cash.by_${value}`) }))}
        />
        {isByPieces ? (
          <div className={style.pieces}>
            {DENOMINATIONS.map((value) => (
              <WholeField
                key={value}
                form={form}
                name={`counted.pieces.${value}`}
                label={t('cash.pieces', { value: number(value / POISHA) })}
              />
            ))}
          </div>
        ) : (
          <MoneyField form={form} name="counted.totalMinor" label={t('cash.total')} required />
        )}
        {difference === undefined ? null : (
          <Alert color={difference === 0 ? 'green' : 'yellow'} role="status">
            {difference === 0
              ? t('cash.books_even')
              : t(difference < 0 ? 'cash.books_short' : 'cash.books_over', { amount: Math.abs(difference) })}
          </Alert>
        )}
        {books && difference && Math.abs(difference) > books.aloneLeftMinor ? (
          <Alert color="yellow" role="status">
            {t('cash.needs_two', { left: books.aloneLeftMinor })}
          </Alert>
        ) : null}
        <MoneyField form={form} name="keptMinor" label={t('cash.kept')} help={t('cash.kept_help')} />
        {difference ? (
          <TextField
            form={form}
            name="reason"
            label={t('cash.reason')}
            help={t('cash.reason_help')}
            required
          />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}
