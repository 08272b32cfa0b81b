/** Photos that the phone still keeps: shown from the phone, with what keeps them back. */
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Entry } from '#web/outbox/entry.ts';
import { Reason, useDiscard, useStateOf } from '#web/outbox/outbox-list.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { nameOfPhoto } from './photos.tsx';
import style from './visit.module.css';

function Picture({ blob, alt }: { blob: Blob; alt: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address ? <img className={style.picture} src={address} alt={alt} /> : null;
}

/** @param before how many photos the server has already */
export function UnsentPhotos({ entries, before }: { entries: readonly Entry[]; before: number }) {
  const t = useTexts('applications');
  const frame = useTexts('frame');
  const { number, fileSize } = useFormats();
  const stateOf = useStateOf();
  const ask = useDiscard();
  const photos = entries.filter((entry) => entry.file !== undefined);
  if (photos.length === 0) return null;
  return (
    <ul className={style.unsent}>
      {photos.map((entry, index) => {
        const name = nameOfPhoto(entry.file?.name ?? '', t, number(before + index + 1));
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
