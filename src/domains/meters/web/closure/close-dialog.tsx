/** The end of a connection: first what it means for bills and the advance, then the day, the reason, and the last reading of a meter. */
import type { ReactNode } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import {
  type BeforeClosing,
  beforeClosing,
  closeConnection,
  closeUnmetered,
} from '../../closure/contract.ts';
import style from '../meters.module.css';

export type ClosureProps = { connectionId: string; connectionNumber: string; close: () => void };

/** What happens with what is open, what is paid too much, and what is not billed yet. */
function Consequences({ known, children }: { known: BeforeClosing; children?: ReactNode }) {
  const t = useTexts('meters');
  const { money } = useFormats();
  const { openBills, openMinor, advanceMinor } = known;
  return (
    <ul className={style.consequences} aria-label={t('closure.consequences')}>
      {children}
      <li>
        {openBills === 0
          ? t('closure.nothing_open')
          : t('closure.open_bills', { count: openBills, amount: money(openMinor) })}
      </li>
      <li>
        {advanceMinor === 0 ? t('closure.no_advance') : t('closure.advance', { amount: money(advanceMinor) })}
      </li>
    </ul>
  );
}

type FormProps = ClosureProps & { known: BeforeClosing };

function WithMeter({ known, meterId, connectionNumber, close }: FormProps & { meterId: string }) {
  const t = useTexts('meters');
  const { cubicMetres, day, digits } = useFormats();
  const form = useForm(closeConnection, {
    initial: { readOn: today() },
    extra: { meterId },
    onDone: () => {
      close();
      return toast('success', t('closure.closed', { number: digits(connectionNumber) }));
    },
  });
  const { lastLitres, lastReadOn } = known;
  return (
    <FormBody form={form} submit={t('closure.close')} danger cancel={close}>
      <p>{t('closure.close_about')}</p>
      <Consequences known={known} />
      {lastLitres === null || !lastReadOn ? null : (
        <p className={style.quiet}>
          {t('closure.before', { register: cubicMetres(lastLitres), day: day(lastReadOn) })}
        </p>
      )}
      <FieldRow>
        <VolumeField form={form} name="registerLitres" label={t('register')} required autoFocus />
        <DayField form={form} name="readOn" label={t('reading.day')} required />
      </FieldRow>
      <LongTextField form={form} name="reason" label={t('closure.reason')} required />
    </FormBody>
  );
}

function WithoutMeter({ known, connectionId, connectionNumber, close }: FormProps) {
  const t = useTexts('meters');
  const { cubicMetres, day, digits } = useFormats();
  const form = useForm(closeUnmetered, {
    initial: { closedOn: today() },
    extra: { connectionId },
    onDone: () => {
      close();
      return toast('success', t('closure.closed_unmetered', { number: digits(connectionNumber) }));
    },
  });
  const { removed, unbilledReadings } = known;
  const unbilled = unbilledReadings + (removed ? 1 : 0);
  return (
    <FormBody form={form} submit={t('closure.close')} danger cancel={close}>
      <p>{t('closure.unmetered_about')}</p>
      <Consequences known={known}>
        {removed ? (
          <li>
            {t('closure.removed', {
              meter: digits(removed.meterNumber),
              register: cubicMetres(removed.registerLitres),
              day: day(removed.on),
            })}
          </li>
        ) : null}
        <li>{unbilled === 0 ? t('closure.nothing_unbilled') : t('closure.unbilled', { count: unbilled })}</li>
      </Consequences>
      <DayField
        form={form}
        name="closedOn"
        label={t('closure.day')}
        help={t('closure.first_day', { day: day(known.firstDay) })}
        required
      />
      <LongTextField form={form} name="reason" label={t('closure.reason')} required autoFocus />
    </FormBody>
  );
}

export function CloseDialog(closure: ClosureProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const { data, error, refetch } = useAnswer(beforeClosing, { params: { id: closure.connectionId } });
  const title = t('closure.close_title', { number: digits(closure.connectionNumber) });
  return (
    <FormDialog title={title} close={closure.close}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <RecordSkeleton />
      ) : data.meterId ? (
        <WithMeter {...closure} known={data} meterId={data.meterId} />
      ) : (
        <WithoutMeter {...closure} known={data} />
      )}
    </FormDialog>
  );
}
