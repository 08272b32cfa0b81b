/** Who was invited types the code from the SMS; the link in it brings the code along. */
import { useState } from 'react';
import { SmsCodeField } from '#domains/identity/web/sign-in/sms-code-field.tsx';
import { TriesOver } from '#domains/identity/web/sign-in/tries-over.tsx';
import { signalChange } from '#web/calls/change-signals.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormPage } from '#web/ui/form/form-page.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { acceptInvitation, sendInvitationCode } from '../../sharing/contract.ts';

export function AcceptPage() {
  const { code = '' } = useUrlQuery();
  const [sent, setSent] = useState(0);
  // Another code begins with an empty field.
  return <AskCode key={sent} code={sent ? '' : code} onNewCode={() => setSent(sent + 1)} />;
}

function AskCode({ code, onNewCode }: { code: string; onNewCode: () => void }) {
  const t = useTexts('meters');
  const go = useGo();
  const form = useForm(acceptInvitation, {
    initial: { code },
    noGuard: 'nothing but a code, which is in the SMS',
    onDone: () => {
      signalChange('changed');
      void toast('success', t('sharing.accepted'));
      return go('/dashboard');
    },
  });
  const again = useAction(sendInvitationCode, {
    onDone: () => {
      onNewCode();
      return toast('success', t('sharing.new_code_sent'));
    },
  });
  const problem = form.problemOf('code');
  if (problem?.code === 'meters.access_wait') {
    return (
      <>
        <PageHead title={t('sharing.accept_title')} about={t('sharing.accept_about')} />
        <TriesOver
          code={problem.code}
          params={problem.params}
          button={t('sharing.new_code')}
          onPress={() => again.run({})}
          isRunning={again.isRunning}
        />
      </>
    );
  }
  return (
    <FormPage
      form={form}
      title={t('sharing.accept_title')}
      about={t('sharing.accept_about')}
      submit={t('sharing.accept')}
    >
      <SmsCodeField form={form} name="code" label={t('sharing.code')} />
    </FormPage>
  );
}
