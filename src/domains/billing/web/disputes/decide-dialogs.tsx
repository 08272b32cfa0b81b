/** What the office does about a dispute: decide, and give it to somebody. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { RadioField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { assignDispute, type DisputeDetail, decideDispute, listDeciders } from '../../disputes/contract.ts';
import { VERDICTS } from '../../disputes/dispute.rules.ts';

type DialogProps = { dispute: DisputeDetail; close: () => void };

export function DecideDialog({ dispute, close }: DialogProps) {
  const t = useTexts('disputes');
  const { digits } = useFormats();
  const form = useForm(decideDispute, {
    initial: { verdict: undefined, answer: dispute.answer ?? '' },
    input: { params: { id: dispute.id } },
    extra: { version: dispute.version },
    onDone: ({ state }) => {
      close();
      return toast('success', t(state === 'TO_CORRECT' ? 'decide.done_correct' : 'decide.done'));
    },
  });
  const verdict = form.valueOf('verdict');
  return (
    <FormDialog title={t('decide.title', { number: digits(dispute.number) })} close={close}>
      <FormBody form={form} submit={t('decide.submit')} cancel={close}>
        <RadioField
          form={form}
          name="verdict"
          label={t('decide.verdict')}
          required
          options={VERDICTS.map((value) => ({ value, label: t(`decide.verdicts.${value}`) }))}
        />
        {verdict ? <p>{t(verdict === 'REJECTED' ? 'decide.rejects' : 'decide.leads_on')}</p> : null}
        <LongTextField
          form={form}
          name="answer"
          label={t('decide.answer')}
          help={t('decide.answer_help', { language: t(`record.languages.${dispute.language ?? 'bn'}`) })}
          required
        />
      </FormBody>
    </FormDialog>
  );
}

export function GiveDialog({ dispute, close }: DialogProps) {
  const t = useTexts('disputes');
  const { data } = useAnswer(listDeciders);
  const form = useForm(assignDispute, {
    initial: { userId: null },
    input: { params: { id: dispute.id } },
    extra: { version: dispute.version },
    onDone: () => {
      close();
      return toast('success', t('assign.done'));
    },
  });
  return (
    <FormDialog title={t('assign.title')} close={close}>
      <FormBody form={form} submit={t('assign.submit')} cancel={close}>
        <SelectField
          form={form}
          name="userId"
          label={t('assign.person')}
          required
          options={(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </FormBody>
    </FormDialog>
  );
}
