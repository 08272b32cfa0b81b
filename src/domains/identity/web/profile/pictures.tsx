/** Photo and, for staff, signature of an account: chosen, cropped, sent, shown, taken away. */
import { Avatar, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { signalChange } from '#web/calls/change-signals.ts';
import { upload } from '#web/calls/upload.ts';
import { useAction } from '#web/calls/use-action.ts';
import { profileSlice, whoIs } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import {
  PICTURE_SIZES,
  type PictureKind,
  type Profile,
  removePicture,
  updateConsumerImage,
  updateUserImage,
  updateUserSignature,
} from '../../contract.ts';
import style from './profile.module.css';

/** The header shows the photo at once. */
function keep(saved: Profile) {
  profileSlice.write({ ...profileSlice.read(), ...saved });
}

type PictureProps = {
  kind: PictureKind;
  link: string | null;
  preview: ReactNode;
  /** Whose, if it is not one's own. */
  userId?: string;
  isConsumer?: boolean;
  onSaved?: (saved: Profile) => void;
};

/** One picture with its ways to choose another and to do without. */
export function Picture({ kind, link, preview, userId, isConsumer = false, onSaved }: PictureProps) {
  const t = useTexts('identity');
  const name = kind === 'image' ? 'photo' : 'signature';
  const staffCall = kind === 'image' ? updateUserImage : updateUserSignature;
  const remove = useAction(removePicture, {
    onDone: (saved) => {
      onSaved?.(saved);
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
            const sent = { files: { file }, onProgress };
            const saved = isConsumer
              ? await upload(updateConsumerImage, {}, sent)
              : await upload(staffCall, { query: { userId } }, sent);
            onSaved?.(saved);
            signalChange('changed');
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
            onClick={() => remove.run({ params: { kind }, query: { userId } })}
          >
            {t(`profile.${name}_remove`)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** On white, as on paper. */
export function SignaturePreview({ link }: { link: string | null }) {
  const t = useTexts('identity');
  return (
    <div className={style.signature}>
      {link ? <img src={link} alt={t('profile.signature')} /> : t('profile.signature_none')}
    </div>
  );
}

/** One's own; a consumer has no signature. */
export function Pictures({ profile }: { profile: Profile }) {
  const t = useTexts('identity');
  const isConsumer = whoIs(profile.role) === 'consumer';
  const { imageLink, signatureLink } = profile;
  return (
    <Sheet title={t(isConsumer ? 'profile.picture' : 'profile.pictures')}>
      <Picture
        kind="image"
        isConsumer={isConsumer}
        onSaved={keep}
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
          onSaved={keep}
          link={signatureLink}
          preview={<SignaturePreview link={signatureLink} />}
        />
      )}
    </Sheet>
  );
}
