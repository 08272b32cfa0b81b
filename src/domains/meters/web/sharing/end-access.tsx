/** Staff end an access or an invitation, with the reason that the audit log keeps. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { endAccess } from '../../sharing/contract.ts';

type Item = { id: string; name: string; number: string };

export function EndAccess({ item }: { item: Item }) {
  const t = useTexts('meters');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        aria-label={`${t('shared.end')}: ${item.name}`}
        onClick={() => setIsOpen(true)}
      >
        {t('shared.end')}
      </Button>
      {isOpen ? <EndDialog item={item} close={() => setIsOpen(false)} /> : null}
    </>
  );
}

function EndDialog({ item: { id, name, number }, close }: { item: Item; close: () => void }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const form = useForm(endAccess, {
    initial: { reason: '' },
    extra: { id },
    onDone: () => {
      close();
      return toast('success', t('shared.end_done'));
    },
  });
  return (
    <FormDialog title={t('shared.end_title', { name })} close={close}>
      <FormBody form={form} submit={t('shared.end')} danger cancel={close}>
        <p>{t('shared.end_about', { number: digits(number) })}</p>
        <LongTextField form={form} name="reason" label={t('shared.end_reason')} required />
      </FormBody>
    </FormDialog>
  );
}
