/** Changing one part of a submitted application: by staff before the review, by the applicant as a correction. */

import type { ReactNode } from 'react';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { updateApplicant, updateBuilding, updateOwner, updatePlumber } from '../../intake/contract.ts';
import { PART_FIELDS, type PartName } from '../../intake/parts.rules.ts';
import style from './named-fields.module.css';
import { PartFields } from './part-fields.tsx';

const CALLS = {
  applicant: updateApplicant,
  owner: updateOwner,
  plumber: updatePlumber,
  building: updateBuilding,
} as const;

type Marks = Pick<FormFields<string>, 'helpOf' | 'beginsIn'>;

/** The fields that a correction names have its reason below them; the first that is not changed yet has the focus. */
function marksOf(part: PartName, correction: ApplicationDetail['recorrection']): Marks {
  const items = correction?.items.filter((item) => item.part === part && !item.corrected) ?? [];
  const open: readonly string[] = items.flatMap((item) => item.unchanged);
  const first = PART_FIELDS[part].find((field) => open.includes(field));
  return {
    helpOf: (name, help) => {
      const reasons = items.filter((item) => item.unchanged.some((field) => name === `part.${field}`));
      return reasons.length === 0 ? (
        help
      ) : (
        <Reason help={help} reasons={reasons.map((item) => item.remark)} />
      );
    },
    ...(first ? { beginsIn: `part.${first}` } : {}),
  };
}

function Reason({ help, reasons }: { help: ReactNode; reasons: readonly string[] }) {
  const t = useTexts('applications');
  return (
    <>
      {help}
      <span className={style.reason}>
        <b>{t('tracker.to_correct')}</b>: {reasons.join('; ')}
      </span>
    </>
  );
}

/** Of a part of which fields are named, an applicant changes those only. Gives the names of the fields; undefined for all. */
function askedOf(part: PartName, correction: ApplicationDetail['recorrection']): string[] | undefined {
  const items = correction?.items.filter((item) => item.part === part) ?? [];
  if (items.length === 0 || items.some((item) => item.fields.length === 0)) return undefined;
  const asked = items.flatMap((item) => item.fields.map((field) => `part.${field}`));
  // A sector is chosen for its road.
  return asked.includes('part.roadId') ? [...asked, 'part.sectorId'] : asked;
}

type PartDialogProps = {
  part: PartName;
  application: ApplicationDetail;
  close: () => void;
  /** An applicant's own: what nobody asked for is not offered. */
  onlyAsked?: boolean;
};

export function PartDialog({ part, application, close, onlyAsked }: PartDialogProps) {
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
  const fields = form as unknown as FormFields<string>;
  const asked = onlyAsked ? askedOf(part, application.recorrection) : undefined;
  const marks = marksOf(part, application.recorrection);
  return (
    <FormDialog title={t(`parts.${part}`)} close={close}>
      <FormBody form={form} submit={common('actions.save')} cancel={close}>
        {asked ? <p className={style.only}>{t('tracker.only_asked')}</p> : null}
        <PartFields part={part} prefix="part." form={{ ...fields, ...marks }} only={asked} />
        {application.state === 'RECORRECTION' ? (
          <LongTextField
            form={fields}
            name="remark"
            label={t('tracker.why_right')}
            help={t('tracker.why_right_help')}
            maxLength={500}
          />
        ) : null}
      </FormBody>
    </FormDialog>
  );
}
