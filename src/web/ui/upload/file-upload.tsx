/**
 * Choosing a file or taking a photo: made small and upright, then the specification's checks, cropping if a size is asked
 * for, and its upload, which goes on by itself after an interruption.
 */
import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconCamera, IconPaperclip, IconPhotoUp } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { FILE_CAPS } from '#shared/files.ts';
import { CallError } from '../../calls/call-error.ts';
import { errorTextNow } from '../../calls/error-text.ts';
import { randomKey } from '../../calls/random-key.ts';
import { isAway } from '../../calls/server-state.ts';
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
import { sendAgain } from './send-again.ts';
import { shrinkPicture } from './shrink-picture.ts';
import style from './upload.module.css';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((file) => ({ default: file.CropDialog })));

const MEGABYTE = 1024 * 1024;

type FileUploadProps = {
  label: ReactNode;
  accepts: Accepted;
  /** Smallest size of a picture; larger ones are cropped to it. Without one, any size is taken as it is. */
  required?: Size;
  /**
   * Sends the file: usually `upload(endpoint, …, { files: { file }, onProgress, idempotencyKey })`. After an interruption
   * it is called again with the same key.
   */
  send: (file: File, onProgress: (share: number) => void, idempotencyKey: string) => Promise<unknown>;
};

function useHelp({ accepts, required }: Pick<FileUploadProps, 'accepts' | 'required'>): string {
  const t = useTexts('common');
  const megabytes = FILE_CAPS.attachment / MEGABYTE;
  if (accepts === 'paper') return t('form.upload_paper', { megabytes });
  if (accepts === 'file') return t('form.upload_file', { megabytes });
  return required ? t('form.upload_help', required) : t('form.upload_any');
}

const INPUT_ACCEPTS = {
  image: 'image/*,.heic,.heif',
  paper: 'image/*,.heic,.heif,application/pdf',
  file: '',
};

export function FileUpload({ label, accepts, required, send }: FileUploadProps) {
  const t = useTexts('common');
  const help = useHelp(required ? { accepts, required } : { accepts });
  const { fileSize } = useFormats();
  const id = useId();
  const reset = useRef<() => void>(null);
  const resetPhoto = useRef<() => void>(null);
  const [toCrop, setToCrop] = useState<File | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  /** What could not be sent: it is sent again without being chosen again. */
  const [unsent, setUnsent] = useState<{ file: File; key: string } | null>(null);
  const start = async (file: File, key = randomKey()) => {
    setToCrop(null);
    setRefused(null);
    setUnsent(null);
    setShare(0);
    try {
      await sendAgain(() => send(file, setShare, key), { onWaiting: setWaiting });
    } catch (error) {
      setRefused(error instanceof CallError ? error : { code: 'common.unexpected' });
      if (error instanceof CallError && (error.status === 0 || isAway(error.status)))
        setUnsent({ file, key });
    } finally {
      setShare(null);
    }
  };
  /** A cheap phone needs seconds for a large picture: that it works on it is shown at once. */
  const prepare = async (chosen: File) => {
    setShare(0);
    try {
      const shrunk = await shrinkPicture(chosen);
      const file = 'file' in shrunk ? shrunk.file : chosen;
      return { shrunk, file, size: required ? await sizeOf(file) : undefined };
    } finally {
      setShare(null);
    }
  };
  const choose = async (chosen: File | null) => {
    reset.current?.();
    resetPhoto.current?.();
    if (!chosen) return;
    setRefused(null);
    const { shrunk, file, size } = await prepare(chosen);
    const problem =
      ('refused' in shrunk ? shrunk.refused : undefined) ??
      refusedFile(file, accepts, fileSize(FILE_CAPS.attachment)) ??
      (size && required ? refusedSize(size, required) : undefined);
    setUnsent(null);
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
      <Group gap={8}>
        {accepts === 'file' ? null : (
          <FileButton
            onChange={(file) => void choose(file)}
            accept="image/*"
            capture="environment"
            resetRef={resetPhoto}
            inputProps={{ 'aria-labelledby': `${id}-label` }}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                className={`${style.choose} ${style.photo}`}
                disabled={share !== null}
                leftSection={<IconCamera size={17} aria-hidden="true" />}
                aria-describedby={`${id}-label ${id}-help`}
              >
                {t('actions.take_photo')}
              </Button>
            )}
          </FileButton>
        )}
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
      </Group>
      <div role="status">
        {share === null ? null : (
          <div className={style.progress}>
            <Progress value={share * 100} size={5} aria-hidden="true" />
            <Text size="xs" c="dimmed">
              {isWaiting ? t('form.upload_waits') : t('form.uploading', { percent: Math.round(share * 100) })}
            </Text>
          </div>
        )}
      </div>
      {refused ? (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mt={6}>
          {errorTextNow(refused.code, refused.params)}
        </Text>
      ) : null}
      {unsent ? (
        <Button mt={6} onClick={() => void start(unsent.file, unsent.key)}>
          {t('form.send_again')}
        </Button>
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
