/** A person's own claims: what waits, and the code that the owner of the other phone tells. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SmsCodeField } from '#domains/identity/web/sign-in/sms-code-field.tsx';
import { TriesOver } from '#domains/identity/web/sign-in/tries-over.tsx';
import { signalChange } from '#web/calls/change-signals.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  agreeClaim,
  type ClaimState,
  listOwnClaims,
  type OwnClaim,
  sendClaimCode,
} from '../../claim/waiting/contract.ts';
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
            {claim.mayRenewCode && !claim.takesCode ? <NewCode claim={claim} /> : null}
          </li>
        ))}
      </ul>
      {open ? <CodeDialog claim={open} close={() => setOpen(null)} /> : null}
    </section>
  );
}

function useNewCode(claim: OwnClaim, onDone?: () => void) {
  const t = useTexts('consumers');
  const { digits } = useFormats();
  const { run, isRunning } = useAction(sendClaimCode, {
    onDone: () => {
      onDone?.();
      return toast('success', t('claim.new_code_sent', { end: digits(claim.phoneEnd) }));
    },
  });
  return { run: () => void run({ body: { id: claim.id } }), isRunning };
}

function NewCode({ claim }: { claim: OwnClaim }) {
  const t = useTexts('consumers');
  const again = useNewCode(claim);
  return (
    <Button variant="default" loading={again.isRunning} onClick={again.run}>
      {t('claim.new_code')}
    </Button>
  );
}

function CodeDialog({ claim, close }: { claim: OwnClaim; close: () => void }) {
  const t = useTexts('consumers');
  const common = useTexts('common');
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
  const again = useNewCode(claim, close);
  const isOver = form.problemOf('code')?.code === 'consumers.claim_code_over';
  if (isOver) {
    return (
      <FormDialog title={t('claim.own_number', { number: digits(claim.customerNumber) })} close={close}>
        {claim.mayRenewCode ? (
          <TriesOver
            code="consumers.claim_code_over"
            button={t('claim.new_code')}
            onPress={again.run}
            isRunning={again.isRunning}
          />
        ) : (
          <TriesOver code="consumers.claim_no_new_code" button={common('actions.close')} onPress={close} />
        )}
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t('claim.own_number', { number: digits(claim.customerNumber) })} close={close}>
      <FormBody form={form} submit={t('claim.join')} cancel={close}>
        <p>{t('claim.waits_code', { end: digits(claim.phoneEnd) })}</p>
        <SmsCodeField form={form} name="code" label={t('claim.code')} />
      </FormBody>
    </FormDialog>
  );
}
