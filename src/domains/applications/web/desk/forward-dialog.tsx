/** Giving one application to another officer of the desk that has it. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { forwardNoc, listDesks } from '../../noc/contract.ts';

export type Forwarded = {
  id: string;
  version: number;
  number: string | null;
  deskRole: string;
  /** Who has it. */
  deskOfficerId: string | null;
};

type ForwardDialogProps = { application: Forwarded; close: () => void; done?: () => unknown };

export function ForwardDialog({ application, close, done }: ForwardDialogProps) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { number, digits, day } = useFormats();
  const { data, isLoading } = useAnswer(listDesks);
  const { id, version, deskRole } = application;
  const form = useForm(forwardNoc, {
    initial: { remark: '' },
    input: { params: { id } },
    extra: { version },
    onDone: async () => {
      close();
      await toast('success', t('done.noc-forward'));
      return done?.();
    },
  });
  const officers = (data?.officers ?? []).filter(
    ({ id, roleCode }) => roleCode === deskRole && id !== application.deskOfficerId,
  );
  const options = officers.map(({ id: value, name, openApplications, awayUntil }) => ({
    value,
    label: awayUntil
      ? t('forward.away', { name, until: day(awayUntil) })
      : t('forward.with_load', { name, count: openApplications, load: number(openApplications) }),
    disabled: awayUntil !== null,
  }));
  return (
    <FormDialog
      title={t('forward.title')}
      subject={{ what: roleName(deskRole, deskRole), which: digits(application.number ?? '') }}
      close={close}
    >
      <FormBody form={form} submit={t('actions.noc-forward')} cancel={close}>
        <SelectField
          form={form}
          name="officerId"
          label={t('desk.officer')}
          help={t('forward.officer_help')}
          options={options}
          isLoading={isLoading}
          {...(data && options.length === 0 ? { placeholder: t('forward.nobody') } : {})}
          required
        />
        <LongTextField
          form={form}
          name="remark"
          label={t('forward.reason')}
          help={t('forward.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
