/** Which application a dialog is about: number and applicant, then the place. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Subject } from '#web/ui/form/form-dialog.tsx';
import type { ApplicationItem } from '../../contract.ts';

export function useSubject(application: ApplicationItem): Subject {
  const t = useTexts('applications');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  const { number, applicantName, applicantNameBn } = application;
  const name = nameIn(applicantName, applicantNameBn) || t('record.nameless');
  return { what: [number && digits(number), name].filter(Boolean).join(' · '), which: place(application) };
}
