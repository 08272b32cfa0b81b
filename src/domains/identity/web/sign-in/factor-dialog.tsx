/** Setting the second factor up, new recovery codes, and turning it off. */
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { signalChange } from '#web/calls/change-signals.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PasswordField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
} from '../../second-factor/contract.ts';
import { CodeField } from './code-field.tsx';
import { Enrolment } from './enrolment.tsx';
import type { FactorTask } from './factor-task.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const NOTHING_LOST = 'a code or a password: typed again at once';

type TaskProps = { close: () => void };
type KeepProps = { onCodes: (codes: readonly string[]) => void };
type Started = EndpointAnswer<typeof beginSecondFactor>;

function AskPassword({ onStarted }: { onStarted: (started: Started) => void }) {
  const t = useTexts('identity');
  const form = useForm(beginSecondFactor, {
    initial: { password: '' },
    noGuard: NOTHING_LOST,
    onDone: onStarted,
  });
  return (
    <FormBody form={form} submit={t('second_factor.next')}>
      <p>{t('second_factor.password_first')}</p>
      <PasswordField form={form} name="password" label={t('password.old')} required />
    </FormBody>
  );
}

function FirstCode({ started, onCodes }: KeepProps & { started: Started }) {
  const t = useTexts('identity');
  const form = useForm(confirmSecondFactor, {
    initial: { code: '' },
    noGuard: NOTHING_LOST,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <>
      <Enrolment {...started} />
      <FormBody form={form} submit={t('second_factor.turn_on')}>
        <CodeField form={form} name="code" label={t('second_step.code')} required autoFocus />
      </FormBody>
    </>
  );
}

function SetUp({ onCodes }: KeepProps) {
  const [started, setStarted] = useState<Started | null>(null);
  return started ? <FirstCode started={started} onCodes={onCodes} /> : <AskPassword onStarted={setStarted} />;
}

function Renew({ onCodes }: KeepProps) {
  const t = useTexts('identity');
  const form = useForm(renewRecoveryCodes, {
    initial: { password: '', code: '' },
    noGuard: NOTHING_LOST,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <FormBody form={form} submit={t('second_factor.renew')}>
      <p>{t('second_factor.renew_about')}</p>
      <PasswordField form={form} name="password" label={t('password.old')} required />
      <CodeField form={form} name="code" label={t('second_step.code')} takesRecovery required />
    </FormBody>
  );
}

function End({ close }: TaskProps) {
  const t = useTexts('identity');
  const form = useForm(endSecondFactor, {
    initial: { password: '', code: '' },
    noGuard: NOTHING_LOST,
    onDone: () => {
      close();
      return toast('success', t('second_factor.ended'));
    },
  });
  return (
    <FormBody form={form} submit={t('second_factor.turn_off')} danger cancel={close}>
      <p>{t('second_factor.end_about')}</p>
      <PasswordField form={form} name="password" label={t('password.old')} required />
      <CodeField
        form={form}
        name="code"
        label={t('second_step.code')}
        help={t('second_step.code_help')}
        takesRecovery
        required
      />
    </FormBody>
  );
}

const TITLES = {
  'set-up': 'second_factor.set_up',
  renew: 'second_factor.renew',
  end: 'second_factor.turn_off_title',
} as const;

export function FactorDialog({ task, close }: TaskProps & { task: FactorTask }) {
  const t = useTexts('identity');
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const done = () => {
    signalChange('changed');
    close();
  };
  if (codes) {
    return (
      <FormDialog title={t('recovery.title')} close={done}>
        <p>{t('recovery.about')}</p>
        <RecoveryCodes codes={codes} onKept={done} />
      </FormDialog>
    );
  }
  return (
    <FormDialog title={t(TITLES[task])} close={close}>
      {task === 'set-up' ? <SetUp onCodes={setCodes} /> : null}
      {task === 'renew' ? <Renew onCodes={setCodes} /> : null}
      {task === 'end' ? <End close={close} /> : null}
    </FormDialog>
  );
}
