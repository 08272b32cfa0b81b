/** Photos and papers that go with a message: sent at once, named by the message when that is sent. */
import { useState } from 'react';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { upload } from '#web/calls/upload.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { ChosenFile } from '#web/ui/upload/chosen-file.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { MOST_FILES } from '../../ticket.rules.ts';
import style from '../support.module.css';

type Sent = { id: string; name: string; bytes: number };

export function FilesField({ form }: { form: FormFields<'files'> }) {
  const t = useTexts('support');
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
        <ChosenFile
          key={id}
          name={name}
          bytes={bytes}
          remove={() =>
            form.change(
              'files',
              ids.filter((other) => other !== id),
            )
          }
        />
      ))}
      {sent.length < MOST_FILES ? <FileUpload label={t('ask.files')} accepts="file" send={send} /> : null}
      {problem ? <p role="alert">{t('errors.file_unknown')}</p> : null}
    </div>
  );
}
