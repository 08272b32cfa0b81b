/** A correction that somebody asked for; the second person makes it or refuses it here. */
import { Alert, Button, Group } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { decideCorrection } from '../../corrections/contract.ts';
import type { InvoiceDetail } from '../../invoices/contract.ts';
import style from '../billing.module.css';

type Waiting = NonNullable<InvoiceDetail['correction']>;

export function WaitingCorrection({ correction, decide }: { correction: Waiting; decide: boolean }) {
  const t = useTexts('billing');
  const { cubicMetres, day, money } = useFormats();
  const { id: correctionId, kind, by: name, reason, amountMinor, registerLitres, later } = correction;
  const done = useAction(decideCorrection, {
    onDone: ({ state }) =>
      toast('success', t(state === 'REFUSED' ? 'correcting.refused' : `correcting.done_${kind}`)),
  });
  const say = async (accept: boolean) => {
    if (await confirm('submit', t(accept ? `correcting.accept_${kind}` : 'correcting.refuse')))
      done.run({ body: { correctionId, accept } });
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
