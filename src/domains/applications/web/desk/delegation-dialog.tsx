/** Handing a desk over for some days: to whom, from when to when, and why. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { delegateDesk, listDesks } from '../../noc/contract.ts';

type DelegationDialogProps = { desk: RowOf<typeof listDesks>; close: () => void };

export function DelegationDialog({ desk, close }: DelegationDialogProps) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const officers = useAnswer(listDesks).data?.officers ?? [];
  const form = useForm(delegateDesk, {
    initial: { firstDay: today(), reason: '' },
    input: { params: { id: desk.id } },
    extra: { version: desk.version },
    onDone: () => {
      close();
      return toast('success', t('delegation.done'));
    },
  });
  const others = officers.filter(
    ({ id, deskId }) => id !== desk.officerId && (deskId === null || deskId === desk.id),
  );
  const isNobodyFree = officers.length > 0 && others.length === 0;
  return (
    <FormDialog
      title={t('delegation.title')}
      subject={{ what: roleName(desk.roleCode, desk.name), which: desk.officerName ?? '' }}
      close={close}
    >
      <FormBody form={form} submit={t('delegation.hand_over')} cancel={close}>
        <SelectField
          form={form}
          name="deputyId"
          label={t('delegation.deputy')}
          help={t('delegation.deputy_help')}
          options={others.map(({ id, name, roleCode }) => ({
            value: id,
            label: t('delegation.of_role', { name, role: roleName(roleCode, roleCode) }),
          }))}
          {...(isNobodyFree ? { placeholder: t('delegation.no_deputy') } : {})}
          required
        />
        <FieldRow>
          <DayField form={form} name="firstDay" label={t('delegation.first')} earliest={today()} required />
          <DayField
            form={form}
            name="lastDay"
            label={t('delegation.last')}
            help={t('delegation.last_help')}
            earliest={today()}
            required
          />
        </FieldRow>
        <TextField
          form={form}
          name="reason"
          label={t('delegation.reason')}
          help={t('delegation.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
