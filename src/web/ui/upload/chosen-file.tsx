/** A file that was sent and goes with a form: what it is called, its picture if it is one, and the way to take it out. */
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTexts } from '../../texts/texts.ts';
import { useFormats } from '../../texts/use-formats.ts';
import style from './upload.module.css';

type ChosenFileProps = { name: string; bytes: number; picture?: string | null; remove: () => void };

/** @param picture its address, if it is shown */
export function ChosenFile({ name, bytes, picture, remove }: ChosenFileProps) {
  const t = useTexts('common');
  const { fileSize } = useFormats();
  return (
    <div className={style.chosen}>
      {picture ? <img className={style.small} src={picture} alt="" /> : null}
      <span className={style.name}>
        {name} · {fileSize(bytes)}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('form.remove_file', { name })}
        onClick={remove}
      >
        <IconX size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
