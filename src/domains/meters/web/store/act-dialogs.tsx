/** What a person does with a meter on its page: what was found, a bench test, a seal, and the end of it. */
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { DayField, RadioField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  decideScrap,
  markMeter,
  scrapMeter,
  sealMeter,
  TEST_RESULTS,
  testMeter,
} from '../../store/contract.ts';
import type { ConditionMove } from '../../store/store.rules.ts';

type Meter = { id: string; number: string; version: number };
type DialogProps = { meter: Meter; close: () => void };

export function MarkDialog({ meter, move, close }: DialogProps & { move: ConditionMove }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(markMeter, {
    initial: { reason: '' },
    extra: { meterId: meter.id, version: meter.version, move },
    onDone: () => {
      close();
      return toast('success', t('store.saved'));
    },
  });
  const what = t(`store.mark.${move}`);
  return (
    <FormDialog title={t('store.mark_title', { meter: digits(meter.number), what })} close={close}>
      <FormBody form={form} submit={t('store.save')} cancel={close}>
        <LongTextField form={form} name="reason" label={t('store.reason')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}

export function TestDialog({ meter, close }: DialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(testMeter, {
    initial: { testedOn: today() },
    extra: { meterId: meter.id, version: meter.version },
    onDone: () => {
      close();
      return toast('success', t('store.saved'));
    },
  });
  return (
    <FormDialog title={t('store.test_title', { meter: digits(meter.number) })} close={close}>
      <FormBody form={form} submit={t('store.save')} cancel={close}>
        <RadioField
          form={form}
          name="result"
          label={t('store.result')}
          options={TEST_RESULTS.map((value) => ({ value, label: t(`store.results.${value}`) }))}
          required
        />
        <FieldRow>
          <DayField form={form} name="testedOn" label={t('store.tested_on')} required latest={today()} />
          <TextField form={form} name="errorPercent" label={t('store.error')} />
        </FieldRow>
        <LongTextField form={form} name="remark" label={t('store.remark')} />
      </FormBody>
    </FormDialog>
  );
}

export function SealDialog({ meter, close }: DialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(sealMeter, {
    initial: { number: '', sealedOn: today(), reason: '' },
    extra: { meterId: meter.id, version: meter.version },
    onDone: () => {
      close();
      return toast('success', t('store.saved'));
    },
  });
  return (
    <FormDialog title={t('store.seal_title', { meter: digits(meter.number) })} close={close}>
      <FormBody form={form} submit={t('store.save')} cancel={close}>
        <FieldRow>
          <TextField form={form} name="number" label={t('store.seal_number')} required autoFocus />
          <DayField form={form} name="sealedOn" label={t('store.sealed_on')} required latest={today()} />
        </FieldRow>
        <LongTextField form={form} name="reason" label={t('store.seal_reason')} required />
      </FormBody>
    </FormDialog>
  );
}

type ScrapProps = DialogProps & { meter: { valueMinor: number | null } };

export function ScrapDialog({ meter, close }: ScrapProps) {
  const t = useTexts('meters');
  const { digits, money } = useFormats();
  const { id: meterId, version, valueMinor } = meter;
  const form = useForm(scrapMeter, {
    initial: { reason: '' },
    extra: { meterId, version },
    onDone: () => {
      close();
      return toast('success', t(valueMinor === null ? 'store.scrapped' : 'store.scrap_sent'));
    },
  });
  return (
    <FormDialog title={t('store.scrap_title', { meter: digits(meter.number) })} close={close}>
      <FormBody form={form} submit={t('store.scrap')} danger cancel={close}>
        <p>
          {valueMinor === null
            ? t('store.scrap_about')
            : t('store.scrap_about_value', { value: money(valueMinor) })}
        </p>
        <LongTextField form={form} name="reason" label={t('store.scrap_reason')} required autoFocus />
      </FormBody>
    </FormDialog>
  );
}

type DecideProps = DialogProps & { scrapId: string; accept: boolean };

export function DecideScrapDialog({ meter, scrapId, accept, close }: DecideProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(decideScrap, {
    initial: { remark: undefined },
    extra: { scrapId, accept },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'store.scrapped' : 'store.saved'));
    },
  });
  const words = { meter: digits(meter.number) };
  return (
    <FormDialog
      title={accept ? t('store.scrap_title', words) : t('store.scrap_refuse_title', words)}
      close={close}
    >
      <FormBody form={form} submit={t(accept ? 'store.scrap' : 'store.save')} danger={accept} cancel={close}>
        {accept ? (
          <p>{t('store.scrap_about')}</p>
        ) : (
          <LongTextField
            form={form}
            name="remark"
            label={t('store.scrap_refuse_reason')}
            required
            autoFocus
          />
        )}
      </FormBody>
    </FormDialog>
  );
}
