/** A mobile number and the one-time code sent to it: ends with the proof that the next step sends along. */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useIntent } from '#web/actions.ts';
import { useLanguage, useTexts } from '#web/texts.ts';
import { showError } from '#web/toast.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { PhoneField, TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { useFormats } from '#web/use-formats.ts';
import type { CodePurpose } from '../contract.ts';

export type Proven = { phone: string; proof: string };
type ProvePhoneProps = { purpose: CodePurpose; onProven: (proven: Proven) => void };

/** The schemas come with the first key: the screen shows without them. */
const loadRequestCode = () => import('../contract.ts').then((contract) => contract.requestCode);
const loadVerifyCode = () => import('../contract.ts').then((contract) => contract.verifyCode);

/** Counts down to zero, one a second. */
function useCountdown(from: number) {
  const [left, setLeft] = useState(from);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft] as const;
}

/** `wait`: seconds until another code may be asked for. */
type SentCode = { phone: string; wait: number };

function AskPhone({ purpose, onSent }: { purpose: CodePurpose; onSent: (sent: SentCode) => void }) {
  const t = useTexts('identity');
  const language = useLanguage();
  const form = useForm(loadRequestCode, {
    initial: { phone: '' },
    extra: { purpose, language },
    noGuard: true,
    onDone: (answer, sent) => onSent({ phone: sent.phone, wait: answer.resendAfterSeconds }),
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

type AgainProps = { purpose: CodePurpose; sent: SentCode };

/** Another code, after the wait. */
function SendAgain({ purpose, sent }: AgainProps) {
  const t = useTexts('identity');
  const language = useLanguage();
  const [left, setLeft] = useCountdown(sent.wait);
  const send = useIntent();
  const again = async () => {
    try {
      const answer = await send(await loadRequestCode(), { body: { phone: sent.phone, purpose, language } });
      setLeft(answer.resendAfterSeconds);
    } catch (error) {
      await showError(error);
    }
  };
  return (
    <Button variant="subtle" size="compact-sm" disabled={left > 0} onClick={() => void again()}>
      {left > 0 ? t('code.again_in', { seconds: left }) : t('code.again')}
    </Button>
  );
}

type AskCodeProps = ProvePhoneProps & { sent: SentCode; onOther: () => void };

function AskCode({ purpose, sent, onProven, onOther }: AskCodeProps) {
  const t = useTexts('identity');
  const { digits } = useFormats();
  const form = useForm(loadVerifyCode, {
    initial: { code: '' },
    extra: { phone: sent.phone, purpose },
    noGuard: true,
    onDone: ({ proof }) => onProven({ phone: sent.phone, proof }),
  });
  return (
    <FormBody form={form} submit={t('code.verify')}>
      <TextField
        form={form}
        name="code"
        label={t('code.title')}
        help={t('code.sent', { phone: digits(sent.phone) })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        required
        autoFocus
      />
      <Group gap="xs">
        <SendAgain purpose={purpose} sent={sent} />
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onOther}>
          {t('code.other_phone')}
        </Button>
      </Group>
    </FormBody>
  );
}

export function ProvePhone({ purpose, onProven }: ProvePhoneProps) {
  const [sent, setSent] = useState<SentCode | null>(null);
  if (!sent) return <AskPhone purpose={purpose} onSent={setSent} />;
  return <AskCode purpose={purpose} sent={sent} onProven={onProven} onOther={() => setSent(null)} />;
}
