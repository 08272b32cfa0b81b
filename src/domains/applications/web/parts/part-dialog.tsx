/** Changing one part of a submitted application: by staff before the review, by the applicant as a correction. */

import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { updateApplicant, updateBuilding, updateOwner, updatePlumber } from '../../intake/contract.ts';
import type { PartName } from '../../intake/parts.rules.ts';
import { PartFields } from './part-fields.tsx';

const CALLS = {
  applicant: updateApplicant,
  owner: updateOwner,
  plumber: updatePlumber,
  building: updateBuilding,
} as const;

type PartDialogProps = { part: PartName; application: ApplicationDetail; close: () => void };

export function PartDialog({ part, application, close }: PartDialogProps) {
  const t = useTexts('applications');
  const common = useTexts('common');
  // The four calls differ in their part only; the schema of the right one does the checking.
  const form = useForm(CALLS[part] as typeof updateApplicant, {
    initial: { part: { isOwner: true, ...application.parts[part] } as object },
    extra: { applicationId: application.id, version: application.version },
    onDone: () => {
      close();
      return toast('success', t('done.edit'));
    },
  });
  return (
    <FormDialog title={t(`parts.${part}`)} close={close}>
      <FormBody form={form} submit={common('actions.save')} cancel={close}>
        <PartFields part={part} prefix="part." form={form as unknown as FormFields<string>} />
      </FormBody>
    </FormDialog>
  );
}
