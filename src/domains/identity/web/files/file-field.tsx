/** One photo or paper that goes with a request: sent at once, named by the request when that is sent. */
import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { upload } from '#web/calls/upload.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { ChosenFile } from '#web/ui/upload/chosen-file.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { uploadFile } from '../../files/contract.ts';

type FileFieldProps<Name extends string> = {
  form: FormFields<Name>;
  /** Its value is the file's id. */
  name: Name;
  label: string;
  accepts: 'image' | 'paper';
  kind?: 'attachment' | 'new_meter_doc';
  /** What is read if the file is not known any more. */
  unknown: string;
};

type Sent = { name: string; bytes: number; picture: string | null };

export function FileField<Name extends string>(props: FileFieldProps<Name>) {
  const { form, name, label, accepts, kind = 'attachment', unknown } = props;
  const [sent, setSent] = useState<Sent | null>(null);
  const picture = sent?.picture;
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture) : undefined), [picture]);
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    const files = { files: { file }, onProgress, idempotencyKey };
    const answer = await upload(uploadFile, { query: { kind } }, files);
    const picture = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
    setSent({ name: answer.originalName, bytes: answer.bytes, picture });
    form.change(name, answer.id);
  };
  const problem = form.problemOf(name);
  return (
    <div>
      {sent && form.valueOf(name) ? (
        <>
          <Text fw={500} mb={2}>
            {label}
          </Text>
          <ChosenFile {...sent} remove={() => form.change(name, null)} />
        </>
      ) : (
        <FileUpload label={label} accepts={accepts} send={send} />
      )}
      {problem ? <p role="alert">{unknown}</p> : null}
    </div>
  );
}
