/** The head of every dialog of a request: the request, its connection and place, and both owners. */
import type { ReactNode } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import type { RequestDetail } from '../contract.ts';

type StepFrameProps = { request: RequestDetail; title: ReactNode; close: () => void; children: ReactNode };

export function StepFrame({ request, title, close, children }: StepFrameProps) {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const placeOf = usePlace();
  const { digits } = useFormats();
  const from = request.fromName ? nameIn(request.fromName, request.fromNameBn) : t('requests.hidden');
  return (
    <FormDialog
      title={title}
      subject={{
        what: `${digits(request.number)} · ${t('detail.connection')} ${digits(request.connectionNumber)} · ${placeOf(request)}`,
        which: t('detail.from_to', { from, to: nameIn(request.toName, request.toNameBn) }),
      }}
      close={close}
    >
      {children}
    </FormDialog>
  );
}
