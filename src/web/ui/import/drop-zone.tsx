/** The area in which a table of rows is dropped or chosen; beside it the files to begin with. */
import { Button, Group } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { showError } from '../../state/toast.ts';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import style from './import.module.css';

export type Template = { label: string; run: () => unknown };

type DropZoneProps = {
  /** Sends the file and does what comes next; errors are shown here. */
  send: (file: File, onProgress: (share: number) => void) => Promise<unknown>;
  templates: readonly Template[];
};

function useSending(send: DropZoneProps['send']) {
  const [share, setShare] = useState<number | null>(null);
  const take = async (file: File | undefined) => {
    if (!file || share !== null) return;
    setShare(0);
    try {
      await send(file, setShare);
    } catch (error) {
      await showError(error);
    } finally {
      setShare(null);
    }
  };
  return { share, take };
}

export function DropZone({ send, templates }: DropZoneProps) {
  const t = useTexts('frame');
  const common = useTexts('common');
  const { percent } = useFormats();
  const { share, take } = useSending(send);
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the button beside it does the same
    <div
      className={style.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload size={28} aria-hidden="true" />
      <span role="status">
        {share === null ? t('import.drop') : t('import.uploading', { share: percent(share) })}
      </span>
      <span className={style.quiet}>{t('import.limit')}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,.txt"
        aria-label={common('actions.choose_file')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Group gap="xs" justify="center">
        <Button loading={share !== null} onClick={() => input.current?.click()}>
          {common('actions.choose_file')}
        </Button>
        {templates.map(({ label, run }) => (
          <Button
            key={label}
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => void run()}
          >
            {label}
          </Button>
        ))}
      </Group>
    </div>
  );
}
