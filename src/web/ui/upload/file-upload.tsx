/** Choosing a file with the specification's checks, cropping if a size is asked for, and its upload's progress. */
import { Button, FileButton, Progress, Text } from '@mantine/core';
import { IconPaperclip, IconPhotoUp } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { FILE_CAPS } from '#shared/files.ts';
import { CallError } from '../../calls/call-error.ts';
import { errorTextNow } from '../../calls/error-text.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import {
  type Accepted,
  needsCrop,
  type Refused,
  refusedFile,
  refusedSize,
  type Size,
  sizeOf,
} from './file-checks.ts';
import style from './upload.module.css';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((file) => ({ default: file.CropDialog })));

const MEGABYTE = 1024 * 1024;

type FileUploadProps = {
  label: ReactNode;
  accepts: Accepted;
  /** Smallest size of a picture; larger ones are cropped to it. Without one, any size is taken as it is. */
  required?: Size;
  /** Sends the file: usually `upload(endpoint, …, { files: { file }, onProgress })`. */
  send: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
};

function useHelp({ accepts, required }: Pick<FileUploadProps, 'accepts' | 'required'>): string {
  const t = useTexts('common');
  const megabytes = FILE_CAPS.attachment / MEGABYTE;
  if (accepts === 'paper') return t('form.upload_paper', { megabytes });
  if (accepts === 'file') return t('form.upload_file', { megabytes });
  return required ? t('form.upload_help', required) : t('form.upload_any');
}

const INPUT_ACCEPTS = { image: 'image/*', paper: 'image/*,application/pdf', file: '' };

export function FileUpload({ label, accepts, required, send }: FileUploadProps) {
  const t = useTexts('common');
  const help = useHelp(required ? { accepts, required } : { accepts });
  const { fileSize } = useFormats();
  const id = useId();
  const reset = useRef<() => void>(null);
  const [toCrop, setToCrop] = useState<File | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const start = async (file: File) => {
    setToCrop(null);
    setShare(0);
    try {
      await send(file, setShare);
    } catch (error) {
      setRefused(error instanceof CallError ? error : { code: 'common.unexpected' });
    } finally {
      setShare(null);
    }
  };
  const choose = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    const size = required ? await sizeOf(file) : undefined;
    const problem =
      refusedFile(file, accepts, fileSize(FILE_CAPS.attachment)) ??
      (size && required ? refusedSize(size, required) : undefined);
    setRefused(problem ?? null);
    if (problem) return;
    if (size && required && needsCrop(size, required)) setToCrop(file);
    else await start(file);
  };
  const Icon = accepts === 'image' ? IconPhotoUp : IconPaperclip;
  return (
    <div>
      <Text id={`${id}-label`} fw={500} mb={2}>
        {label}
      </Text>
      <Text id={`${id}-help`} c="dimmed" size="xs" mb={8}>
        {help}
      </Text>
      <FileButton
        onChange={(file) => void choose(file)}
        accept={INPUT_ACCEPTS[accepts]}
        resetRef={reset}
        inputProps={{ 'aria-labelledby': `${id}-label` }}
      >
        {(button) => (
          <Button
            {...button}
            variant="default"
            className={style.choose}
            loading={share !== null}
            leftSection={<Icon size={17} aria-hidden="true" />}
            aria-describedby={`${id}-label ${id}-help`}
          >
            {t(accepts === 'image' ? 'actions.choose_picture' : 'actions.choose_file')}
          </Button>
        )}
      </FileButton>
      <div role="status">
        {share === null ? null : (
          <div className={style.progress}>
            <Progress value={share * 100} size={5} aria-hidden="true" />
            <Text size="xs" c="dimmed">
              {t('form.uploading', { percent: Math.round(share * 100) })}
            </Text>
          </div>
        )}
      </div>
      {refused ? (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mt={6}>
          {errorTextNow(refused.code, refused.params)}
        </Text>
      ) : null}
      <Suspense>
        {toCrop && required ? (
          <CropDialog
            file={toCrop}
            required={required}
            onDone={(file) => void start(file)}
            onCancel={() => setToCrop(null)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
