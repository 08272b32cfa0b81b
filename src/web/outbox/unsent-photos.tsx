/** Photos that the phone still keeps: shown from the phone, with what keeps them back. */
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useFormats } from '../texts/use-formats.ts';
import type { Entry } from './entry.ts';
import style from './kept.module.css';
import { Reason, useDiscard, useStateOf } from './outbox-list.tsx';

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address ? <img className={style.picture} src={address} alt={alt} /> : null;
}

type UnsentPhotosProps = { entries: readonly Entry[]; nameOf: (fileName: string, index: number) => string };

export function UnsentPhotos({ entries, nameOf }: UnsentPhotosProps) {
  const frame = useTexts('frame');
  const { fileSize } = useFormats();
  const stateOf = useStateOf();
  const ask = useDiscard();
  const photos = entries.filter((entry) => entry.file !== undefined);
  if (photos.length === 0) return null;
  return (
    <ul className={style.unsent}>
      {photos.map((entry, index) => {
        const name = nameOf(entry.file?.name ?? '', index);
        return (
          <li key={entry.id} className={style.kept}>
            {entry.file ? <Picture blob={entry.file.blob} alt={name} /> : null}
            <span className={style.keptWords}>
              {name}
              <span className={style.soft}>
                {frame(`outbox.states.${stateOf(entry)}`)} · {fileSize(entry.bytes)}
              </span>
              <Reason entry={entry} />
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={44}
              aria-label={`${frame('outbox.discard')}: ${name}`}
              onClick={() => void ask([entry], name)}
            >
              <IconTrash size={17} />
            </ActionIcon>
          </li>
        );
      })}
    </ul>
  );
}
