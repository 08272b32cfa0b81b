import { useNameIn } from '#domains/settings/web/in-language.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { updateState } from '../../contract.ts';
import { listDrafts } from '../../intake/contract.ts';

type Draft = RowOf<typeof listDrafts>;
type NoteDialogProps = { draft: Draft; columns: readonly Column<Draft>[]; close: () => void };

/** What was told on the telephone: a comment, which stays in the history of the application. */
export function NoteDialog({ draft, columns, close }: NoteDialogProps) {
  return (
    <RowDialog endpoint={listDrafts} columns={columns} rows={[draft]} fits={({ number }) => !number}>
      {(row) => <NoteForm draft={row} close={close} />}
    </RowDialog>
  );
}

function NoteForm({ draft, close }: Omit<NoteDialogProps, 'columns'>) {
  const t = useTexts('applications');
  const nameIn = useNameIn();
  const place = usePlace();
  const form = useForm(updateState, {
    initial: { remark: '' },
    extra: { applicationId: draft.id, version: draft.version, action: 'comment' } as object,
    onDone: () => {
      close();
      return toast('success', t('quick.noted'));
    },
  });
  const subject = { what: nameIn(draft.name, draft.nameBn) || t('quick.nameless'), which: place(draft) };
  return (
    <FormDialog title={t('quick.add_note')} subject={subject} close={close}>
      <FormBody form={form} submit={t('quick.add_note')} cancel={close}>
        <LongTextField
          form={form}
          name="remark"
          label={t('quick.note')}
          help={t('quick.note_help')}
          required
          autoFocus
        />
      </FormBody>
    </FormDialog>
  );
}
