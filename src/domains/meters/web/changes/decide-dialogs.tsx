/** What becomes of a request: the meter is changed, or the request is refused, sent back or taken back. */
import { Alert } from '@mantine/core';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { acceptChange, type Change, endChange, getMeterChange } from '../../changes/contract.ts';
import style from '../meters.module.css';
import { ChangePapers } from './change-papers.tsx';
import { useChangeWords } from './words.tsx';

type DialogProps = { change: Change; close: () => void };

export function AcceptDialog({ change, close }: DialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const { causeName } = useChangeWords();
  const papers = useAnswer(getMeterChange, { params: { id: change.id } }).data?.papers;
  const form = useForm(acceptChange, {
    initial: {},
    extra: { requestId: change.id, version: change.version },
    onDone: () => {
      close();
      return toast('success', t('changes.accepted'));
    },
  });
  const { lastLitres: last, finalLitres: final, openingLitres: opening, usedLitres: used } = change;
  return (
    <FormDialog title={t('changes.accept_title', { number: digits(change.connectionNumber) })} close={close}>
      <FormBody form={form} submit={t('changes.accept')} cancel={close}>
        <p>
          {t('changes.accept_about', {
            ...{ day: change.changedOn, final, opening, used },
            ...{ old: digits(change.meterNumber), new: digits(change.newMeterNumber) },
          })}
        </p>
        {final < last ? <Alert color="yellow">{t('changes.went_back', { last, final, used })}</Alert> : null}
        <p className={style.quiet}>
          {causeName(change.cause)}: {change.reason} — {change.askedBy}
          <br />
          {t('changes.seal', { seal: change.sealNumber })}
        </p>
        {papers ? <ChangePapers papers={papers} /> : null}
      </FormBody>
    </FormDialog>
  );
}

type EndDialogProps = DialogProps & { move: 'refuse' | 'return' | 'withdraw' };

const DONE = {
  refuse: 'changes.refused',
  return: 'changes.returned',
  withdraw: 'changes.withdrawn',
} as const;

export function EndDialog({ change, move, close }: EndDialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(endChange, {
    initial: { remark: undefined },
    extra: { requestId: change.id, version: change.version, move },
    onDone: () => {
      close();
      return toast('success', t(DONE[move]));
    },
  });
  return (
    <FormDialog title={t(`changes.${move}_title`, { number: digits(change.number) })} close={close}>
      <FormBody form={form} submit={t(`changes.${move}`)} danger={move === 'refuse'} cancel={close}>
        <LongTextField
          form={form}
          name="remark"
          label={t(move === 'return' ? 'changes.missing' : 'changes.remark')}
          required={move !== 'withdraw'}
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
