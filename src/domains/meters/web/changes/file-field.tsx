/** A photo or a paper that goes with a change of a meter. */
import { FileField as OneFile } from '#domains/identity/web/files/file-field.tsx';
import { useTexts } from '#web/texts/texts.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';

type FileName = 'photoId' | 'documentId';
type FileFieldProps<Name extends FileName> = {
  form: FormFields<Name>;
  name: Name;
  label: string;
  accepts: 'image' | 'paper';
};

export function FileField<Name extends FileName>(props: FileFieldProps<Name>) {
  const t = useTexts('meters');
  const isPaper = props.name === 'documentId';
  const unknown = t(isPaper ? 'errors.change_document_unknown' : 'errors.change_photo_unknown');
  return <OneFile {...props} kind={isPaper ? 'new_meter_doc' : 'attachment'} unknown={unknown} />;
}
