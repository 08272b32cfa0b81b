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
import { type ApplicationItem, assignUser, listWorkers } from '../../contract.ts';

type Assigned = Pick<ApplicationItem, 'id' | 'state' | 'version' | 'assigneeId' | 'number'>;

/** Who may do the state's work, with how much each has already. */
export function AssignDialog({ application, close }: { application: Assigned; close: () => void }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { number, digits } = useFormats();
  const workers = useAnswer(listWorkers, { params: { id: application.state } });
  const form = useForm(assignUser, {
    initial: { userId: application.assigneeId ?? undefined, remark: '' },
    extra: { applicationId: application.id, version: application.version },
    onDone: () => {
      close();
      return toast('success', t('assign.done'));
    },
  });
  const people = (workers.data?.users ?? []).map((worker) => ({
    value: worker.id,
    label: t('assign.person', {
      name: worker.name,
      role: roleName(worker.roleCode, worker.roleCode),
      count: number(worker.openApplications),
    }),
  }));
  const title = t('assign.title', { number: digits(application.number ?? '') });
  return (
    <FormDialog title={title} close={close}>
      <FormBody form={form} submit={t('actions.assign')} cancel={close}>
        <SelectField
          form={form}
          name="userId"
          label={t('assign.who')}
          help={t(`assign.work.${application.state}`)}
          options={people}
          isLoading={workers.isPending}
          required
        />
        <LongTextField form={form} name="remark" label={t('dialogs.remark_optional')} />
      </FormBody>
    </FormDialog>
  );
}
