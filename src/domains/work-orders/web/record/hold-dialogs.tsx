/** Work is put on hold, and goes on. */

import { addDays } from '#shared/dates.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { OrderDetail } from '../../contract.ts';
import { pauseOrder, resumeOrder } from '../../steps/contract.ts';
import { useSubject } from './use-subject.ts';

type HoldDialogProps = { order: OrderDetail; close: () => void };

export function PauseDialog({ order, close }: HoldDialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(pauseOrder, {
    initial: { remark: '', until: null },
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('pause.done'));
    },
  });
  return (
    <FormDialog title={t('pause.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.pause')} cancel={close}>
        <p>{t('pause.about')}</p>
        <LongTextField form={form} name="remark" label={t('ending.remark')} required autoFocus />
        <DayField
          form={form}
          name="until"
          label={t('pause.until')}
          help={t('pause.until_help')}
          earliest={addDays(today(), 1)}
        />
      </FormBody>
    </FormDialog>
  );
}

export function ResumeDialog({ order, close }: HoldDialogProps) {
  const t = useTexts('work-orders');
  const form = useForm(resumeOrder, {
    initial: {},
    extra: { orderId: order.id, version: order.version },
    onDone: () => {
      close();
      return toast('success', t('resume.done'));
    },
  });
  return (
    <FormDialog title={t('resume.title')} subject={useSubject(order)} close={close}>
      <FormBody form={form} submit={t('act.resume')} cancel={close}>
        <p>{t('resume.about')}</p>
      </FormBody>
    </FormDialog>
  );
}
