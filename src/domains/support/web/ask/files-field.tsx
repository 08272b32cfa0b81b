/** Photos and papers that go with a message: sent at once, named by the message when that is sent. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { upload } from '#web/calls/upload.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { MOST_FILES } from '../../ticket.rules.ts';
import style from '../support.module.css';

type Sent = { id: string; name: string; bytes: number };

export function FilesField({ form }: { form: FormFields<'files'> }) {
  const t = useTexts('support');
  const { fileSize } = useFormats();
  const [known, setKnown] = useState<readonly Sent[]>([]);
  const ids = (form.valueOf('files') ?? []) as string[];
  const sent = known.filter(({ id }) => ids.includes(id));
  // Several may be sent one after the other before this is drawn again.
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    const answer = await upload(
      uploadFile,
      { query: { kind: 'attachment' } },
      { files: { file }, onProgress, idempotencyKey },
    );
    setKnown((known) => [...known, { id: answer.id, name: answer.originalName, bytes: answer.bytes }]);
    form.change('files', [...((form.valueOf('files') ?? []) as string[]), answer.id]);
  };
  const problem = form.problemOf('files');
  return (
    <div className={style.parts}>
      {sent.map(({ id, name, bytes }) => (
        <div key={id} className={style.chosen}>
          <span>
            {name} · {fileSize(bytes)}
          </span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('ask.remove_file', { name })}
            onClick={() =>
              form.change(
                'files',
                ids.filter((other) => other !== id),
              )
            }
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {sent.length < MOST_FILES ? <FileUpload label={t('ask.files')} accepts="file" send={send} /> : null}
      {problem ? <p role="alert">{t('errors.file_unknown')}</p> : null}
    </div>
  );
}
