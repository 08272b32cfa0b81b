/** One's own photo and, for staff, signature: chosen, cropped, sent, shown, taken away. */
import { Avatar, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { acted } from '#web/acted.ts';
import { useAction } from '#web/actions.ts';
import { profileSlice, whoIs } from '#web/session.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { upload } from '#web/upload.ts';
import {
  PICTURE_SIZES,
  type PictureKind,
  type Profile,
  removePicture,
  updateConsumerImage,
  updateUserImage,
  updateUserSignature,
} from '../contract.ts';
import style from './profile.module.css';

/** The header shows the photo at once. */
function keep(saved: Profile) {
  profileSlice.write({ ...profileSlice.read(), ...saved });
}

type PictureProps = { kind: PictureKind; profile: Profile; link: string | null; preview: ReactNode };

function Picture({ kind, profile, link, preview }: PictureProps) {
  const t = useTexts('identity');
  const name = kind === 'image' ? 'photo' : 'signature';
  const isConsumer = whoIs(profile.role) === 'consumer';
  const photoCall = isConsumer ? updateConsumerImage : updateUserImage;
  const remove = useAction(removePicture, {
    onDone: (saved) => {
      keep(saved);
      return toast('success', t(`profile.${name}_removed`));
    },
  });
  return (
    <div className={style.picture} data-kind={kind}>
      {preview}
      <div className={style.choose}>
        <FileUpload
          label={t(`profile.${name}`)}
          accepts="image"
          required={PICTURE_SIZES[kind]}
          send={async (file, onProgress) => {
            const endpoint = kind === 'image' ? photoCall : updateUserSignature;
            keep(await upload(endpoint, {}, { files: { file }, onProgress }));
            acted('changed');
            await toast('success', t(`profile.${name}_saved`));
          }}
        />
        {link ? (
          <Button
            className={style.remove}
            variant="transparent"
            color="gray"
            px={0}
            loading={remove.isRunning}
            onClick={() => remove.run({ params: { kind } })}
          >
            {t(`profile.${name}_remove`)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

export function Pictures({ profile }: { profile: Profile }) {
  const t = useTexts('identity');
  const isConsumer = whoIs(profile.role) === 'consumer';
  const { imageLink, signatureLink } = profile;
  return (
    <Sheet title={t(isConsumer ? 'profile.picture' : 'profile.pictures')}>
      <Picture
        kind="image"
        profile={profile}
        link={imageLink}
        preview={
          <Avatar
            src={imageLink}
            name={profile.name}
            size={72}
            radius="50%"
            color="brand"
            alt={profile.name}
          />
        }
      />
      {isConsumer ? null : (
        <Picture
          kind="signature"
          profile={profile}
          link={signatureLink}
          preview={
            <div className={style.signature}>
              {signatureLink ? (
                <img src={signatureLink} alt={t('profile.signature')} />
              ) : (
                t('profile.signature_none')
              )}
            </div>
          }
        />
      )}
    </Sheet>
  );
}
