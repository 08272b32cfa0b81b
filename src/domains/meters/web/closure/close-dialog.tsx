/** The last reading of a meter, the day and the reason; the connection is closed with it. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
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
import { closeConnection } from '../../closure/contract.ts';
import type { getMeter } from '../../contract.ts';
import style from '../meters.module.css';

export type ClosureProps = { meter: EndpointAnswer<typeof getMeter>; close: () => void };

export function CloseDialog({ meter, close }: ClosureProps) {
  const t = useTexts('meters');
  const { cubicMetres, day, digits } = useFormats();
  const number = digits(meter.connectionNumber ?? '');
  const form = useForm(closeConnection, {
    initial: { readOn: today() },
    extra: { meterId: meter.id },
    onDone: () => {
      close();
      return toast('success', t('closure.closed', { number }));
    },
  });
  const { lastLitres, lastReadOn } = meter;
  return (
    <FormDialog title={t('closure.close_title', { number })} close={close}>
      <FormBody form={form} submit={t('closure.close')} danger cancel={close}>
        <p>{t('closure.close_about')}</p>
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
    </FormDialog>
  );
}
