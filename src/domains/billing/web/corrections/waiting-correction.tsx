/** A correction that somebody asked for; the second person makes it or refuses it here, and who asked takes it back. */
import { Alert, Button, Group } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { decideCorrection, previewAdjustment, withdrawCorrection } from '../../corrections/contract.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import style from '../billing.module.css';
import { ComparedBills, LeakCredits } from './compared-bills.tsx';

type Waiting = NonNullable<InvoiceDetail['correction']>;

type WaitingCorrectionProps = {
  bill: Pick<InvoiceDetail, 'id' | 'version'>;
  correction: Waiting;
  decide: boolean;
};

/** What the adjustment would make of the bills now, for the person who decides. */
function Documents({
  bill,
  correction,
  isDecided,
}: Omit<WaitingCorrectionProps, 'decide'> & { isDecided: boolean }) {
  const later = correction.later.map(({ readingId, correctedLitres }) => ({
    readingId,
    registerLitres: correctedLitres,
  }));
  const { data, error } = useAnswer(
    previewAdjustment,
    {
      body: {
        ...{ invoiceId: bill.id, version: bill.version, later },
        registerLitres: correction.registerLitres ?? 0,
      },
    },
    { enabled: !isDecided },
  );
  if (error) return <p className={style.waiting}>{errorTextNow(error.code, error.params)}</p>;
  return data ? <ComparedBills {...data} /> : null;
}

type DialogProps = { correction: Waiting; close: () => void };

function RefuseDialog({ correction, close }: DialogProps) {
  const t = useTexts('billing');
  const own = useTexts('corrections');
  const form = useForm(decideCorrection, {
    initial: { remark: undefined },
    extra: { correctionId: correction.id, accept: false },
    onDone: () => {
      close();
      return toast('success', t('correcting.refused'));
    },
  });
  return (
    <FormDialog title={own('refuse_title')} close={close}>
      <FormBody form={form} submit={t('correcting.refuse')} danger cancel={close}>
        <p>{own('refuse_help', { name: correction.by })}</p>
        <LongTextField form={form} name="remark" label={own('why_refused')} required />
      </FormBody>
    </FormDialog>
  );
}

function WithdrawDialog({ correction, close }: DialogProps) {
  const own = useTexts('corrections');
  const form = useForm(withdrawCorrection, {
    initial: { reason: '' },
    extra: { correctionId: correction.id },
    onDone: () => {
      close();
      return toast('success', own('withdrawn'));
    },
  });
  const title = own('withdraw');
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={title} danger cancel={close}>
        <p>{own('withdraw_help')}</p>
        <LongTextField form={form} name="reason" label={own('why_refused')} required />
      </FormBody>
    </FormDialog>
  );
}

/** Why the last correction that somebody asked for was not made. */
export function RefusedCorrection({ refused }: { refused: NonNullable<InvoiceDetail['refusedCorrection']> }) {
  const own = useTexts('corrections');
  const { shortInstant } = useFormats();
  const { isWithdrawn, by: name, reason: asked, answer: reason, at } = refused;
  return (
    <p className={style.waiting}>
      {own(isWithdrawn ? 'was_withdrawn' : 'was_refused', {
        ...{ name, asked, reason, when: shortInstant(at) },
      })}
    </p>
  );
}

export function WaitingCorrection({ bill, correction, decide }: WaitingCorrectionProps) {
  const t = useTexts('billing');
  const own = useTexts('corrections');
  // The reasons to refuse a reading have their words in meters.
  useTexts('meters');
  const { cubicMetres, day, money } = useFormats();
  const { id: correctionId, kind, by: name, reason, amountMinor, registerLitres, later } = correction;
  // The decision changes the answer: it is not asked again until the bill is read again.
  const [isDecided, setDecided] = useState(false);
  const [asking, setAsking] = useState<'refuse' | 'withdraw' | null>(null);
  const close = () => setAsking(null);
  const done = useAction(decideCorrection, {
    onDone: () => toast('success', t(`correcting.done_${kind}`)),
  });
  const accept = async () => {
    if (await confirm('submit', t(`correcting.accept_${kind}`))) {
      setDecided(true);
      done.run({ body: { correctionId, accept: true } });
    }
  };
  const value = cubicMetres(registerLitres ?? 0);
  return (
    <Alert color="yellow" icon={<IconClock size={20} />}>
      <b>{t('correcting.waits')}</b>
      <p className={style.waiting}>
        {t(`correcting.waits_${kind}`, { name, reason, value, amount: money(amountMinor) })}
      </p>
      {later.map(({ readingId, readOn, registerLitres: noted, correctedLitres }) => (
        <p key={readingId} className={style.waiting}>
          {t('correcting.waits_later', {
            day: day(readOn),
            noted: cubicMetres(noted),
            corrected: cubicMetres(correctedLitres),
          })}
        </p>
      ))}
      <LeakCredits credits={correction.leakCredits} text="leak_with_bill" />
      {decide && kind === 'ADJUST' ? (
        <Documents bill={bill} correction={correction} isDecided={isDecided} />
      ) : null}
      {decide ? (
        <Group mt="sm">
          <Button loading={done.isRunning} onClick={() => void accept()}>
            {t(`correcting.accept_${kind}`)}
          </Button>
          <Button variant="default" disabled={done.isRunning} onClick={() => setAsking('refuse')}>
            {t('correcting.refuse')}
          </Button>
        </Group>
      ) : null}
      {correction.isOwn ? (
        <Group mt="sm">
          <Button variant="default" onClick={() => setAsking('withdraw')}>
            {own('withdraw')}
          </Button>
        </Group>
      ) : null}
      {asking === 'refuse' ? <RefuseDialog correction={correction} close={close} /> : null}
      {asking === 'withdraw' ? <WithdrawDialog correction={correction} close={close} /> : null}
    </Alert>
  );
}
