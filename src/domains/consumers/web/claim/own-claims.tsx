/** A person's own claims: what waits, and the code that the owner of the other phone tells. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { signalChange } from '#web/calls/change-signals.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { agreeClaim, type ClaimState, listOwnClaims, type OwnClaim } from '../../claim/waiting/contract.ts';
import style from './claim.module.css';

export const CLAIM_TONES: Record<ClaimState, Tone> = {
  WAITING: 'amber',
  JOINED: 'green',
  REFUSED: 'red',
  UNDONE: 'grey',
};

export function OwnClaims() {
  const t = useTexts('consumers');
  const { digits } = useFormats();
  const { data } = useAnswer(listOwnClaims, {});
  const [open, setOpen] = useState<OwnClaim | null>(null);
  if (!data || data.items.length === 0) return null;
  return (
    <section className={style.found} aria-label={t('claim.own')}>
      <h2 className={style.question}>{t('claim.own')}</h2>
      <ul className={style.claims}>
        {data.items.map((claim) => (
          <li key={claim.id}>
            <span>
              <b>{t('claim.own_number', { number: digits(claim.customerNumber) })}</b>{' '}
              <StateChip tone={CLAIM_TONES[claim.state]}>{t(`claim.states.${claim.state}`)}</StateChip>
            </span>
            {claim.state === 'WAITING' ? (
              <p>
                {claim.takesCode
                  ? t('claim.waits_code', { end: digits(claim.phoneEnd) })
                  : t('claim.waits_staff')}
              </p>
            ) : null}
            {claim.takesCode ? (
              <Button variant="default" onClick={() => setOpen(claim)}>
                {t('claim.type_code')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {open ? <CodeDialog claim={open} close={() => setOpen(null)} /> : null}
    </section>
  );
}

function CodeDialog({ claim, close }: { claim: OwnClaim; close: () => void }) {
  const t = useTexts('consumers');
  const go = useGo();
  const { digits } = useFormats();
  const form = useForm(agreeClaim, {
    initial: { code: '' },
    extra: { id: claim.id },
    onDone: ({ consumerNumber }) => {
      close();
      // The account is another consumer's now.
      signalChange('rights');
      void toast('success', t('claim.done', { number: digits(consumerNumber) }));
      return go('/dashboard');
    },
  });
  return (
    <FormDialog title={t('claim.own_number', { number: digits(claim.customerNumber) })} close={close}>
      <FormBody form={form} submit={t('claim.join')} cancel={close}>
        <p>{t('claim.waits_code', { end: digits(claim.phoneEnd) })}</p>
        <TextField
          form={form}
          name="code"
          label={t('claim.code')}
          inputMode="numeric"
          autoComplete="off"
          required
        />
      </FormBody>
    </FormDialog>
  );
}
