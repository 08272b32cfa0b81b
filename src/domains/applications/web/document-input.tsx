/** Choosing one paper: pictures are cropped and checked, papers may be pictures or PDFs; sent with progress. */
import { Button, FileButton, Progress, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { extensionOf, FILE_CAPS, IMAGE_EXTENSIONS } from '#shared/files.ts';
import { acted } from '#web/acted.ts';
import { CallError } from '#web/call-error.ts';
import { errorTextNow } from '#web/error-text.ts';
import { useTexts } from '#web/texts.ts';
import { ImageUpload } from '#web/ui/upload/image-upload.tsx';
import { upload } from '#web/upload.ts';
import { useFormats } from '#web/use-formats.ts';
import { DOCUMENT_KINDS, type DocumentKind, PASSPORT_SIZE } from '../documents.rules.ts';
import { editDocument } from '../intake/contract.ts';
import { correctDocument } from '../review/contract.ts';
import style from './document-input.module.css';

export type Uploaded = { id: string; version: number };
type DocumentInputProps = {
  applicationId: string;
  kind: DocumentKind;
  label: ReactNode;
  /** The paper was asked for anew. */
  isCorrection?: boolean;
  /** Awaited before the file is sent. */
  before?: () => Promise<unknown>;
  onDone?: (uploaded: Uploaded) => unknown;
};
type Refused = { code: string; params?: Record<string, string | number> };

const PAPER_EXTENSIONS: readonly string[] = [...IMAGE_EXTENSIONS, 'pdf'];

export function DocumentInput({
  applicationId,
  kind,
  label,
  isCorrection,
  before,
  onDone,
}: DocumentInputProps) {
  const endpoint = isCorrection ? correctDocument : editDocument;
  const send = async (file: File, onProgress: (share: number) => void) => {
    await before?.();
    const answer = await upload(
      endpoint,
      { query: { applicationId, kind } },
      { files: { file }, onProgress },
    );
    await onDone?.(answer);
    acted('changed');
  };
  if (DOCUMENT_KINDS[kind].accepts === 'image') {
    return (
      <ImageUpload
        label={label}
        send={send}
        {...(kind === 'PassportImg' ? { required: PASSPORT_SIZE } : {})}
      />
    );
  }
  return <PaperUpload label={label} send={send} isAnyFile={DOCUMENT_KINDS[kind].accepts === 'file'} />;
}

type PaperUploadProps = {
  label: ReactNode;
  isAnyFile: boolean;
  send: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
};

function PaperUpload({ label, isAnyFile, send }: PaperUploadProps) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const { fileSize } = useFormats();
  const reset = useRef<() => void>(null);
  const [share, setShare] = useState<number | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const problemOf = (file: File): Refused | null => {
    const known =
      isAnyFile || PAPER_EXTENSIONS.includes(extensionOf(file.name)) || file.type.startsWith('image/');
    if (!known) return { code: 'files.type_not_accepted' };
    if (file.size === 0) return { code: 'files.empty' };
    if (file.size > FILE_CAPS.attachment)
      return { code: 'common.file_too_large', params: { limit: fileSize(FILE_CAPS.attachment) } };
    return null;
  };
  const choose = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    const problem = problemOf(file);
    setRefused(problem);
    if (problem) return;
    setShare(0);
    try {
      await send(file, setShare);
    } catch (error) {
      setRefused(error instanceof CallError ? error : { code: 'common.unexpected' });
    } finally {
      setShare(null);
    }
  };
  return (
    <div>
      <Text fw={500} mb={2}>
        {label}
      </Text>
      <Text c="dimmed" size="xs" mb={8}>
        {t(isAnyFile ? 'documents.any_help' : 'documents.paper_help', {
          limit: fileSize(FILE_CAPS.attachment),
        })}
      </Text>
      <FileButton
        onChange={(file) => void choose(file)}
        resetRef={reset}
        {...(isAnyFile ? {} : { accept: 'image/*,application/pdf' })}
      >
        {(button) => (
          <Button
            {...button}
            variant="default"
            loading={share !== null}
            leftSection={<IconPaperclip size={17} aria-hidden="true" />}
          >
            {common('actions.choose_file')}
          </Button>
        )}
      </FileButton>
      {share === null ? null : (
        <div className={style.progress} role="status">
          <Progress value={share * 100} size={5} />
          <Text size="xs" c="dimmed">
            {common('form.uploading', { percent: Math.round(share * 100) })}
          </Text>
        </div>
      )}
      {refused ? (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mt={6}>
          {errorTextNow(refused.code, refused.params)}
        </Text>
      ) : null}
    </div>
  );
}
