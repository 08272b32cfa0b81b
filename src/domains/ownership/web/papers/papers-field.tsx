/** The papers that go with a request: sent at once, named by the request when that is sent. One that is refused keeps them. */
import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { uploadFile } from '#domains/identity/files/contract.ts';
import { upload } from '#web/calls/upload.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { errors } from '../../contract.ts';
import { type PaperKind, TITLE_PAPERS } from '../../ownership.rules.ts';
import { useNames } from '../state-chip.tsx';
import style from './papers-field.module.css';

type Named = { kind: PaperKind; fileId: string };
type Sent = Named & { name: string; bytes: number };
type Field = FormFields<'papers'>;

export function PapersField({ form, isConsumer }: { form: Field; isConsumer: boolean }) {
  const t = useTexts('ownership');
  const { papers } = useNames();
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const [title, setTitle] = useState<PaperKind>('deed_paper');
  const named = (form.valueOf('papers') ?? []) as Named[];
  const problem = form.problemOf('papers');
  const isMissing = (what: 'title' | 'nid') =>
    problem?.code === errors.papers_needed.code && String(problem.params?.missing).split(' ').includes(what);
  const send = async (
    kind: PaperKind,
    { file, onProgress, key }: { file: File; onProgress: (share: number) => void; key: string },
  ) => {
    const files = { files: { file }, onProgress, idempotencyKey: key };
    const { id: fileId, originalName: name, bytes } = await upload(uploadFile, { query: { kind } }, files);
    setSent((known) => [...known, { kind, fileId, name, bytes }]);
    form.change('papers', [...((form.valueOf('papers') ?? []) as Named[]), { kind, fileId }]);
  };
  const remove = (fileId: string) =>
    form.change(
      'papers',
      named.filter((other) => other.fileId !== fileId),
    );
  const slot = (kind: PaperKind, label: string) => (
    <FileUpload
      key={kind}
      label={label}
      accepts="paper"
      send={(file, onProgress, key) => send(kind, { file, onProgress, key })}
    />
  );
  const chosen = sent.filter(({ fileId }) => named.some((paper) => paper.fileId === fileId));
  const titles = chosen.filter(({ kind }) => TITLE_PAPERS.includes(kind));
  const nids = chosen.filter(({ kind }) => kind === 'Applicant_nid_front');
  return (
    <fieldset className={style.papers}>
      <legend>{t('form.papers')}</legend>
      <p className={style.about}>{t(isConsumer ? 'form.papers_about' : 'form.papers_office')}</p>
      <Chosen papers={titles} remove={remove} />
      {titles.length > 0 ? null : (
        <>
          <NativeSelect
            label={t('form.title_paper')}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value as PaperKind)}
            data={TITLE_PAPERS.map((value) => ({ value, label: papers[value] }))}
          />
          {slot(title, papers[title])}
          {isMissing('title') ? <p role="alert">{t('detail.missing_title')}</p> : null}
        </>
      )}
      <Chosen papers={nids} remove={remove} />
      {nids.length > 0 ? null : (
        <>
          {slot('Applicant_nid_front', papers.Applicant_nid_front)}
          {isMissing('nid') ? <p role="alert">{t('detail.missing_nid')}</p> : null}
        </>
      )}
      {problem && problem.code !== errors.papers_needed.code ? (
        <p role="alert">{t('errors.paper_unknown')}</p>
      ) : null}
    </fieldset>
  );
}

function Chosen({ papers: chosen, remove }: { papers: readonly Sent[]; remove: (fileId: string) => void }) {
  const t = useTexts('ownership');
  const { papers } = useNames();
  const { fileSize } = useFormats();
  return chosen.map(({ kind, fileId, name, bytes }) => (
    <div key={fileId} className={style.chosen}>
      <span>
        <strong>{papers[kind]}</strong>
        <br />
        {name} · {fileSize(bytes)}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('form.remove_file', { name })}
        onClick={() => remove(fileId)}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  ));
}
