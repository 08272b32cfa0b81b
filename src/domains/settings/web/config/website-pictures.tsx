/** Logo and icon on the form: what is chosen, another one, none. What was just sent is shown from this device. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '#web/calls/call.ts';
import { upload } from '#web/calls/upload.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { addPicture, getPicture, PICTURE_SIZES, type PictureKind } from '../../website/contract.ts';
import style from './website.module.css';

/** The address of a picture, by its id. */
export type PictureAddress = (id: string | null) => string | null;

/** Those that are not saved yet are on this device only: the server shows nobody what is not in force. */
export function usePictures(): { addressOf: PictureAddress; sent: (id: string, file: File) => void } {
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({});
  return {
    addressOf: (id) => id && (sent[id] ?? addressOf(getPicture, { params: { id } })),
    sent: (id, file) => setSent((before) => ({ ...before, [id]: URL.createObjectURL(file) })),
  };
}

type PictureFieldProps = {
  kind: PictureKind;
  id: string | null;
  pictures: ReturnType<typeof usePictures>;
  change: (id: string | null) => void;
};

export function PictureField({ kind, id, pictures, change }: PictureFieldProps) {
  const t = useTexts('settings');
  const address = pictures.addressOf(id);
  return (
    <div className={style.picture}>
      <div className={style.shown} data-kind={kind}>
        {address ? <img src={address} alt={t(`config.website.${kind}`)} /> : t('config.website.picture_none')}
      </div>
      <div>
        <FileUpload
          label={t(`config.website.${kind}`)}
          accepts="image"
          {...(kind === 'favicon' ? { required: PICTURE_SIZES.favicon } : {})}
          send={async (file, onProgress, idempotencyKey) => {
            const sent = await upload(
              addPicture,
              { query: { kind } },
              { files: { file }, onProgress, idempotencyKey },
            );
            pictures.sent(sent.id, file);
            change(sent.id);
          }}
        />
        <p className={style.quiet}>{t(`config.website.${kind}_help`)}</p>
        {id ? (
          <Button variant="transparent" color="gray" px={0} onClick={() => change(null)}>
            {t('config.website.picture_remove')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
