import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { today } from '#web/today.ts';
import { DayField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { VISIT_STATES } from '../../application.rules.ts';
import { type ApplicationDetail, assignUser } from '../../contract.ts';
import { useSubject } from './use-subject.ts';
import { useWorkerChoices } from './use-worker-choices.ts';

/** Who may do the state's work, with how much each has already. */
export function AssignDialog({ application, close }: { application: ApplicationDetail; close: () => void }) {
  const t = useTexts('applications');
  const workers = useWorkerChoices(application.state);
  const { visitOn } = application;
  const form = useForm(assignUser, {
    initial: {
      userId: application.assigneeId ?? undefined,
      remark: '',
      // A day that is past is planned again.
      visitOn: visitOn && visitOn >= today() ? visitOn : undefined,
    },
    extra: { applicationId: application.id, version: application.version },
    onDone: () => {
      close();
      return toast('success', t('assign.done'));
    },
  });
  return (
    <FormDialog title={t('assign.title')} subject={useSubject(application)} close={close}>
      <FormBody form={form} submit={t('actions.assign')} cancel={close}>
        <SelectField
          form={form}
          name="userId"
          label={t('assign.who')}
          help={t(`assign.work.${application.state}`)}
          required
          {...workers}
        />
        {VISIT_STATES.includes(application.state) ? (
          <DayField
            form={form}
            name="visitOn"
            label={t('assign.visit')}
            help={t('assign.visit_help')}
            earliest={today()}
          />
        ) : null}
        <LongTextField form={form} name="remark" label={t('dialogs.remark_optional')} />
      </FormBody>
    </FormDialog>
  );
}
