/** Who was invited types the code from the SMS; the link in it brings the code along. */
import { signalChange } from '#web/calls/change-signals.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormPage } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { acceptInvitation } from '../../sharing/contract.ts';

export function AcceptPage() {
  const t = useTexts('meters');
  const go = useGo();
  const { code = '' } = useUrlQuery();
  const form = useForm(acceptInvitation, {
    initial: { code },
    noGuard: 'nothing but a code, which is in the SMS',
    onDone: () => {
      signalChange('changed');
      void toast('success', t('sharing.accepted'));
      return go('/dashboard');
    },
  });
  return (
    <FormPage
      form={form}
      title={t('sharing.accept_title')}
      about={t('sharing.accept_about')}
      submit={t('sharing.accept')}
    >
      <TextField
        form={form}
        name="code"
        label={t('sharing.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        autoFocus
      />
    </FormPage>
  );
}
