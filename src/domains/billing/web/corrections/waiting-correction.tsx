/** A correction that somebody asked for; the second person makes it or refuses it here. */
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
import { decideCorrection, previewAdjustment } from '../../corrections/contract.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import style from '../billing.module.css';
import { ComparedBills } from './compared-bills.tsx';

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

export function WaitingCorrection({ bill, correction, decide }: WaitingCorrectionProps) {
  const t = useTexts('billing');
  // The reasons to refuse a reading have their words in meters.
  useTexts('meters');
  const { cubicMetres, day, money } = useFormats();
  const { id: correctionId, kind, by: name, reason, amountMinor, registerLitres, later } = correction;
  // The decision changes the answer: it is not asked again until the bill is read again.
  const [isDecided, setDecided] = useState(false);
  const done = useAction(decideCorrection, {
    onDone: ({ state }) =>
      toast('success', t(state === 'REFUSED' ? 'correcting.refused' : `correcting.done_${kind}`)),
  });
  const say = async (accept: boolean) => {
    if (await confirm('submit', t(accept ? `correcting.accept_${kind}` : 'correcting.refuse'))) {
      setDecided(true);
      done.run({ body: { correctionId, accept } });
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
      {decide && kind === 'ADJUST' ? (
        <Documents bill={bill} correction={correction} isDecided={isDecided} />
      ) : null}
      {decide ? (
        <Group mt="sm">
          <Button loading={done.isRunning} onClick={() => void say(true)}>
            {t(`correcting.accept_${kind}`)}
          </Button>
          <Button variant="default" disabled={done.isRunning} onClick={() => void say(false)}>
            {t('correcting.refuse')}
          </Button>
        </Group>
      ) : null}
    </Alert>
  );
}
