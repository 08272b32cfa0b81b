/** Choosing a picture with the specification's checks, cropping, preview and the progress of its upload. */
import { Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { IMAGE_EXTENSIONS } from '#shared/files.ts';
import { CallError } from '../../call-error.ts';
import { errorTextNow } from '../../error-text.ts';
import { useTexts } from '../../texts.ts';
import { needsCrop, type Refused, refusedFile, refusedSize, type Size, sizeOf } from './image-checks.ts';
import style from './upload.module.css';

const CropDialog = lazy(() => import('./crop-dialog.tsx').then((file) => ({ default: file.CropDialog })));
const ACCEPT = IMAGE_EXTENSIONS.map((extension) => `.${extension}`).join(',');

type ImageUploadProps = {
  label: ReactNode;
  /** Smallest size; larger pictures are cropped to it. Without one, any size is taken as it is. */
  required?: Size;
  /** What is there now. */
  preview?: ReactNode;
  /** Sends the picture: usually `upload(endpoint, …, { files: { file }, onProgress })`. */
  send: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
};

export function ImageUpload({ label, required, preview, send }: ImageUploadProps) {
  const t = useTexts('common');
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
    const size = await sizeOf(file);
    const problem = refusedFile(file) ?? (size && required ? refusedSize(size, required) : undefined);
    setRefused(problem ?? null);
    if (problem) return;
    if (size && required && needsCrop(size, required)) setToCrop(file);
    else await start(file);
  };
  return (
    <div>
      <Text fw={500} mb={2}>
        {label}
      </Text>
      <Text c="dimmed" size="xs" mb={8}>
        {required ? t('form.upload_help', required) : t('form.upload_any')}
      </Text>
      <Group gap="md" wrap="nowrap" align="center">
        {preview}
        <FileButton onChange={(file) => void choose(file)} accept={ACCEPT} resetRef={reset}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              loading={share !== null}
              leftSection={<IconPhotoUp size={17} aria-hidden="true" />}
            >
              {t('actions.choose_picture')}
            </Button>
          )}
        </FileButton>
      </Group>
      {share === null ? null : (
        <div className={style.progress} role="status">
          <Progress value={share * 100} size={5} />
          <Text size="xs" c="dimmed">
            {t('form.uploading', { percent: Math.round(share * 100) })}
          </Text>
        </div>
      )}
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
