/**
 * Choosing a file or several, or taking a photo: made small and upright, then the specification's checks, cropping if a size is asked
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
import { useUnderWay } from '../form/files-under-way.ts';
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
  /** Several can be chosen at once; they are sent one after the other. */
  many?: boolean;
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

type Problem = { name: string; refused: Refused };
type Unsent = { file: File; key: string };

export function FileUpload({ label, accepts, required, many = false, send }: FileUploadProps) {
  const t = useTexts('common');
  const help = useHelp(required ? { accepts, required } : { accepts });
  const { fileSize, number } = useFormats();
  const id = useId();
  const reset = useRef<() => void>(null);
  const resetPhoto = useRef<() => void>(null);
  const [toCrop, setToCrop] = useState<File | null>(null);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [share, setShare] = useState<number | null>(null);
  /** Which of how many is under way. */
  const [turn, setTurn] = useState({ index: 1, count: 1 });
  const [isWaiting, setWaiting] = useState(false);
  /** Also between two files that were chosen together. */
  const [isBusy, setBusy] = useState(false);
  useUnderWay(isBusy || share !== null);
  /** What could not be sent: it is sent again without being chosen again. */
  const [unsent, setUnsent] = useState<readonly Unsent[]>([]);
  const refuse = (name: string, refused: Refused) =>
    setProblems((problems) => [...problems, { name, refused }]);
  const start = async (file: File, key = randomKey()) => {
    setToCrop(null);
    setShare(0);
    try {
      await sendAgain(() => send(file, setShare, key), { onWaiting: setWaiting });
    } catch (error) {
      refuse(file.name, error instanceof CallError ? error : { code: 'common.unexpected' });
      if (error instanceof CallError && (error.status === 0 || isAway(error.status)))
        setUnsent((unsent) => [...unsent, { file, key }]);
    } finally {
      setShare(null);
    }
  };
  const startAgain = async () => {
    const files = unsent;
    setUnsent([]);
    setProblems([]);
    setBusy(true);
    for (const [index, { file, key }] of files.entries()) {
      setTurn({ index: index + 1, count: files.length });
      await start(file, key);
    }
    setBusy(false);
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
  const take = async (chosen: File) => {
    const { shrunk, file, size } = await prepare(chosen);
    const problem =
      ('refused' in shrunk ? shrunk.refused : undefined) ??
      refusedFile(file, accepts, fileSize(FILE_CAPS.attachment)) ??
      (size && required ? refusedSize(size, required) : undefined);
    if (problem) return refuse(chosen.name, problem);
    if (size && required && needsCrop(size, required)) setToCrop(file);
    else await start(file);
  };
  const choose = async (chosen: readonly File[]) => {
    reset.current?.();
    resetPhoto.current?.();
    if (chosen.length === 0) return;
    setProblems([]);
    // What was chosen in its place counts; of several, what waits is not forgotten.
    if (!many) setUnsent([]);
    setBusy(true);
    for (const [index, file] of chosen.entries()) {
      setTurn({ index: index + 1, count: chosen.length });
      await take(file);
    }
    setBusy(false);
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
            onChange={(file) => void choose(file ? [file] : [])}
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
                // With the name of the paper: nine buttons of a page would have one name.
                id={`${id}-photo`}
                aria-labelledby={`${id}-photo ${id}-label`}
                aria-describedby={`${id}-help`}
              >
                {t('actions.take_photo')}
              </Button>
            )}
          </FileButton>
        )}
        <FileButton
          multiple={many}
          onChange={(chosen: File | File[] | null) => void choose(listOf(chosen))}
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
              id={`${id}-choose`}
              aria-labelledby={`${id}-choose ${id}-label`}
              aria-describedby={`${id}-help`}
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
              {turn.count > 1 ? ` · ${number(turn.index)}/${number(turn.count)}` : null}
            </Text>
          </div>
        )}
      </div>
      {problems.length > 0 ? (
        <Text component="div" role="alert" c="var(--mantine-color-error)" size="sm" mt={6}>
          {problems.map(({ name, refused }) => (
            <div key={name}>
              {many ? `${name}: ` : null}
              {errorTextNow(refused.code, refused.params)}
            </div>
          ))}
        </Text>
      ) : null}
      {unsent.length > 0 && share === null ? (
        <Button mt={6} onClick={() => void startAgain()}>
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

/** What the browser gives: one file, several, or none. */
function listOf(chosen: File | File[] | null): readonly File[] {
  if (chosen === null) return [];
  return Array.isArray(chosen) ? chosen : [chosen];
}
