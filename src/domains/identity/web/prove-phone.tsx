/** A mobile number and the one-time code sent to it: ends with the proof that the next step sends along. */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntent } from '#web/calls/use-action.ts';
import { showError } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { CodePurpose } from '../contract.ts';
import { forgetStep, keepStep, keptStep, type SentCode } from './kept-step.ts';
import { SmsCodeField } from './sign-in/sms-code-field.tsx';
import { TriesOver } from './sign-in/tries-over.tsx';

export type Proven = { phone: string; proof: string };
type ProvePhoneProps = { purpose: CodePurpose; onProven: (proven: Proven) => void };

/** The schemas come with the first key: the screen shows without them. */
const loadRequestCode = () => import('../contract.ts').then((contract) => contract.requestCode);
const loadVerifyCode = () => import('../contract.ts').then((contract) => contract.verifyCode);

/** Of the contract, whose file is not loaded before the first key. */
const TRIES_OVER = 'identity.code_tries_over';

/** Seconds until then, one less each second. A page that slept catches up. */
function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(Math.ceil((until - now) / 1000), 0);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}

const sentTo = (
  phone: string,
  answer: { expiresInSeconds: number; resendAfterSeconds: number },
): SentCode => ({
  phone,
  againAt: Date.now() + answer.resendAfterSeconds * 1000,
  until: Date.now() + answer.expiresInSeconds * 1000,
});

type OnSent = (sent: SentCode) => void;

function AskPhone({ purpose, onSent }: { purpose: CodePurpose; onSent: OnSent }) {
  const t = useTexts('identity');
  const language = useLanguage();
  const form = useForm(loadRequestCode, {
    initial: { phone: '' },
    extra: { purpose, language },
    noGuard: 'a number or a code: typed again at once',
    onDone: (answer, sent) => onSent(sentTo(sent.phone, answer)),
  });
  return (
    <FormBody form={form} submit={t('code.send')}>
      <PhoneField
        form={form}
        name="phone"
        label={t('code.phone')}
        help={t('code.phone_help')}
        required
        autoFocus
      />
    </FormBody>
  );
}

/** Sends another code to the same number. */
function useAgain(purpose: CodePurpose, { phone }: SentCode, onSent: OnSent) {
  const language = useLanguage();
  const send = useIntent();
  const [isRunning, setIsRunning] = useState(false);
  const run = async () => {
    setIsRunning(true);
    try {
      onSent(sentTo(phone, await send(await loadRequestCode(), { body: { phone, purpose, language } })));
    } catch (error) {
      await showError(error);
    } finally {
      setIsRunning(false);
    }
  };
  return { run: () => void run(), isRunning };
}

type AskCodeProps = ProvePhoneProps & { sent: SentCode; onSent: OnSent; onOther: () => void };

function AskCode({ purpose, sent, onSent, onProven, onOther }: AskCodeProps) {
  const t = useTexts('identity');
  const { phone } = useFormats();
  const again = useAgain(purpose, sent, onSent);
  const left = useCountdown(sent.againAt);
  const form = useForm(loadVerifyCode, {
    initial: { code: '' },
    extra: { phone: sent.phone, purpose },
    noGuard: 'a number or a code: typed again at once',
    onDone: ({ proof }) => onProven({ phone: sent.phone, proof }),
  });
  const other = (
    <Button variant="subtle" color="gray" size="compact-sm" onClick={onOther}>
      {t('code.other_phone')}
    </Button>
  );
  const over = form.problemOf('code')?.code;
  if (over === TRIES_OVER) {
    return (
      <TriesOver code={over} button={t('code.new')} onPress={again.run} isRunning={again.isRunning}>
        {other}
      </TriesOver>
    );
  }
  return (
    <FormBody form={form} submit={t('code.verify')}>
      <SmsCodeField
        form={form}
        name="code"
        label={t('code.title')}
        help={t('code.sent', { phone: phone(sent.phone) })}
      />
      <Group gap="xs">
        <Button
          variant="subtle"
          size="compact-sm"
          disabled={left > 0}
          loading={again.isRunning}
          onClick={again.run}
        >
          {left > 0 ? t('code.again_in', { seconds: left }) : t('code.again')}
        </Button>
        {other}
      </Group>
    </FormBody>
  );
}

export function ProvePhone({ purpose, onProven }: ProvePhoneProps) {
  const [sent, setSent] = useState<SentCode | null>(() => keptStep(`code ${purpose}`));
  const onSent = (next: SentCode) => {
    keepStep(`code ${purpose}`, next);
    setSent(next);
  };
  if (!sent) return <AskPhone purpose={purpose} onSent={onSent} />;
  return (
    <AskCode
      // Another code begins with an empty field.
      key={sent.until}
      purpose={purpose}
      sent={sent}
      onSent={onSent}
      onProven={(proven) => {
        forgetStep(`code ${purpose}`);
        onProven(proven);
      }}
      onOther={() => {
        forgetStep(`code ${purpose}`);
        setSent(null);
      }}
    />
  );
}
