/** A photo or a paper that goes with a request: sent at once, named by the request when that is sent. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { upload } from '#web/calls/upload.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import style from '../meters.module.css';

type FileName = 'photoId' | 'documentId';
type FileFieldProps<Name extends FileName> = {
  form: FormFields<Name>;
  name: Name;
  label: string;
  accepts: 'image' | 'paper';
};

export function FileField<Name extends FileName>({ form, name, label, accepts }: FileFieldProps<Name>) {
  const t = useTexts('meters');
  const [sentName, setSentName] = useState('');
  const kind = name === 'documentId' ? ('new_meter_doc' as const) : ('attachment' as const);
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    const files = { files: { file }, onProgress, idempotencyKey };
    const sent = await upload(uploadFile, { query: { kind } }, files);
    setSentName(sent.originalName);
    form.change(name, sent.id);
  };
  const problem = form.problemOf(name);
  return (
    <div>
      {form.valueOf(name) ? (
        <p className={style.sent}>
          <span>
            {label}: {sentName}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('changes.remove_file', { name: sentName })}
            onClick={() => form.change(name, null)}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </p>
      ) : (
        <FileUpload label={label} accepts={accepts} send={send} />
      )}
      {problem ? (
        <p role="alert">
          {t(name === 'photoId' ? 'errors.change_photo_unknown' : 'errors.change_document_unknown')}
        </p>
      ) : null}
    </div>
  );
}
