/** Records what is in the drawer before the first payment of a day. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { isDay } from '#web/ui/form/is-day.ts';
import { MoneyField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { expectedCash, recordFloat } from '../closings/contract.ts';

export function FloatDialog({ close }: { close: () => void }) {
  const t = useTexts('ledger');
  const form = useForm(recordFloat, {
    initial: { day: today() },
    onDone: () => {
      close();
      return toast('success', t('cash.float_done'));
    },
  });
  const typed = form.valueOf('day');
  const day = typeof typed === 'string' && typed ? typed : today();
  const { data: books } = useAnswer(expectedCash, { query: { day } }, { enabled: isDay(day) });
  return (
    <FormDialog title={t('cash.float_title')} close={close}>
      <FormBody form={form} submit={t('cash.float_open')} cancel={close}>
        <p>{t('cash.float_about')}</p>
        <DayField form={form} name="day" label={t('cash.day')} required latest={today()} />
        {books ? (
          <p>
            {t('cash.books', {
              ...{ expected: books.expectedMinor, float: books.floatMinor, card: books.cardMinor },
              taken: books.expectedMinor - books.floatMinor,
            })}
          </p>
        ) : null}
        <MoneyField form={form} name="amountMinor" label={t('cash.float_amount')} required />
      </FormBody>
    </FormDialog>
  );
}
