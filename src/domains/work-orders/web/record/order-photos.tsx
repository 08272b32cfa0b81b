/** Photos of a work order by the moment at which they were taken, and adding more. */
import { NativeSelect, UnstyledButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '#web/calls/call.ts';
import { changeShown, upload } from '#web/calls/upload.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { showError, toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import type { OrderDetail } from '../../contract.ts';
import { openPhoto, photoLinks } from '../../photos/contract.ts';
import { addPhoto } from '../../steps/contract.ts';
import { MOMENTS, type Moment, type OrderState, takesPhotosOf } from '../../work-order.rules.ts';
import { useIsConsumer, useNames } from '../state-chip.tsx';
import style from '../work-orders.module.css';

/** The moment of which a photo is most likely. */
const USUAL: Partial<Record<OrderState, Moment>> = {
  ASSIGNED: 'BEFORE',
  IN_PROGRESS: 'AFTER',
  COMPLETED: 'AFTER',
};

export function OrderPhotos({ order }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  return (
    <Sheet title={t('photos.title')}>
      <div className={style.parts}>
        {order.photos.length === 0 ? <p>{t('photos.none')}</p> : <PhotosByMoment order={order} />}
        {order.can.photo === 'yes' ? <ChooseMoment key={order.state} order={order} /> : null}
      </div>
    </Sheet>
  );
}

/** With when each was added: those of the work may come after it. */
export function PhotosByMoment({ order }: { order: OrderDetail }) {
  const { moments } = useNames();
  return MOMENTS.map((moment) => {
    const photos = order.photos.filter((photo) => photo.moment === moment);
    if (photos.length === 0) return null;
    return (
      <div key={moment}>
        <h3 className={style.photosTitle}>{moments[moment]}</h3>
        <PhotoList photos={photos} orderId={order.id} />
      </div>
    );
  });
}

/** Each opens in a tab of its own. */
export function PhotoList({ photos, orderId }: Pick<OrderDetail, 'photos'> & { orderId: string }) {
  const t = useTexts('work-orders');
  const { instant, number } = useFormats();
  const open = async (photoId: string) => {
    try {
      const { url } = await call(openPhoto, { query: { photoId } });
      window.open(url, '_blank', 'noopener');
    } catch (error) {
      showError(error);
    }
  };
  const urlOf = usePhotoLinks(orderId, photos);
  if (photos.length === 0) return null;
  return (
    <ul className={style.photos}>
      {photos.map((photo, index) => (
        <li key={photo.id}>
          <UnstyledButton className={style.photo} onClick={() => void open(photo.id)}>
            <Picture url={urlOf(photo.id)} />
            <span className={style.caption}>
              {t('photos.nth', { number: number(index + 1) })}
              <span className={style.soft}>
                {[instant(photo.uploadedAt), photo.uploadedBy].filter(Boolean).join(' · ')}
              </span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** Small and beside its words; without a network, or if it does not come, a sign in its place. */
function Picture({ url }: { url: string | undefined }) {
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address may come
  useEffect(() => setBroken(false), [url]);
  return (
    <span className={style.frame}>
      {url && !isBroken ? (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <IconPhoto size={24} stroke={1.5} aria-hidden="true" />
      )}
    </span>
  );
}

/** A link shows its photo for five minutes; all are asked for again a little earlier, and when there is another photo. */
const LINK_MS = 4 * 60_000;

function usePhotoLinks(orderId: string, photos: OrderDetail['photos']): (id: string) => string | undefined {
  const { data } = useAnswer(
    photoLinks,
    { query: { orderId } },
    {
      ...{ staleTime: LINK_MS, refetchInterval: LINK_MS, enabled: photos.length > 0 },
      madeOf: photos.map(({ id }) => id).join(' '),
    },
  );
  return (id) => data?.items.find(({ photoId }) => photoId === id)?.url;
}

function ChooseMoment({ order }: { order: OrderDetail }) {
  const t = useTexts('work-orders');
  const { moments } = useNames();
  const isConsumer = useIsConsumer();
  const [chosen, setChosen] = useState<Moment>(USUAL[order.state] ?? 'REQUEST');
  const moment = isConsumer ? 'REQUEST' : chosen;
  return (
    <div className={style.add}>
      {isConsumer ? null : (
        <NativeSelect
          label={t('photos.moment')}
          value={moment}
          onChange={(event) => setChosen(event.currentTarget.value as Moment)}
          data={takesPhotosOf(order.state, isConsumer).map((value) => ({ value, label: moments[value] }))}
        />
      )}
      <AddPhotos orderId={order.id} moment={moment} label={t('photos.add')} />
    </div>
  );
}

type AddPhotosProps = { orderId: string; moment: Moment; label: string };

export function AddPhotos({ orderId, moment, label }: AddPhotosProps) {
  const t = useTexts('work-orders');
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    await upload(addPhoto, { query: { orderId, moment } }, { files: { file }, onProgress, idempotencyKey });
    await changeShown();
    toast('success', t('photos.added'));
  };
  return <FileUpload key={moment} label={label} accepts="image" many send={send} />;
}

/** Photos that are not sent yet are counted on from those of the server. */
export function useNameOfUnsent(before = 0): (fileName: string, index: number) => string {
  const t = useTexts('work-orders');
  const { number } = useFormats();
  return (_, index) => t('photos.nth', { number: number(before + index + 1) });
}
