/** Approving a survey: what the household will have to pay, until when, and whether the sizes agree, before it is done. */
import { Alert } from '@mantine/core';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { type ApplicationDetail, updateState } from '../../contract.ts';
import { demandNotePreview } from '../../demand-note/contract.ts';
import { NoteLines } from '../papers/note-lines.tsx';
import { useSubject } from './use-subject.ts';

type ApproveDialogProps = { application: ApplicationDetail; close: () => void };

export function ApproveDialog({ application, close }: ApproveDialogProps) {
  const t = useTexts('applications');
  const { data, error, refetch } = useAnswer(
    demandNotePreview,
    { params: { id: application.id } },
    // After the approval there is no survey to decide about any more.
    { afterActs: 'when-shown' },
  );
  return (
    <FormDialog title={t('actions.approve-survey')} subject={useSubject(application)} close={close}>
      {data ? (
        <Approval application={application} close={close} note={data} />
      ) : error ? (
        <Failed error={error} retry={refetch} />
      ) : (
        <RecordSkeleton />
      )}
    </FormDialog>
  );
}

type Note = NonNullable<ReturnType<typeof useAnswer<typeof demandNotePreview>>['data']>;

function Approval({ application, close, note }: ApproveDialogProps & { note: Note }) {
  const t = useTexts('applications');
  const { day } = useFormats();
  const { lines, totalMinor, dueOn, sizes } = note;
  const form = useForm(updateState, {
    initial: { remark: '' },
    extra: {
      ...{ applicationId: application.id, version: application.version, totalMinor },
      action: 'approve-survey',
    } as object,
    onDone: () => {
      close();
      return toast('success', t('done.approve-survey'));
    },
  });
  const known = Object.values(sizes).filter((size) => size !== null);
  const sizeOf = (size: number | null) =>
    size === null ? t('dialogs.no_size') : t('words.mm', { count: size });
  return (
    <FormBody form={form} submit={t('dialogs.approve_sum', { amount: totalMinor })} cancel={close}>
      <NoteLines note={{ number: application.number ?? '', lines, totalMinor }} />
      {/* Below the lines: the field that has the focus is next to it. */}
      {new Set(known).size > 1 ? (
        <Alert color="yellow" title={t('dialogs.sizes_title')}>
          {t('dialogs.sizes', {
            asked: sizeOf(sizes.asked),
            surveyed: sizeOf(sizes.surveyed),
            meter: sizeOf(sizes.meter),
          })}
          <br />
          {t('dialogs.sizes_help')}
        </Alert>
      ) : null}
      <p>{t('dialogs.approve_until', { day: day(dueOn) })}</p>
      <LongTextField
        form={form}
        name="remark"
        label={t('dialogs.remark_optional')}
        help={t('dialogs.remark_help')}
      />
    </FormBody>
  );
}
