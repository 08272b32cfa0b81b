/** Photos of one moment of the work, and adding more: on the phone at once, on the server as soon as it is reached. */
import { UnsentPhotos } from '#web/outbox/unsent-photos.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import type { OrderDetail } from '../../contract.ts';
import type { Moment } from '../../work-order.rules.ts';
import { PhotoList, useNameOfUnsent } from '../record/order-photos.tsx';
import style from '../work-orders.module.css';
import { photosOf } from './order-keeper.ts';
import type { Kept } from './use-keeper.ts';

type PhotosOfWorkProps = { order: OrderDetail; kept: Kept; moment: Moment };

export function PhotosOfWork({ order, moment, kept }: PhotosOfWorkProps) {
  const t = useTexts('work-orders');
  const photos = order.photos.filter((photo) => photo.moment === moment);
  const nameOf = useNameOfUnsent(photos.length);
  return (
    <div className={style.photosOfWork}>
      <PhotoList photos={photos} orderId={order.id} />
      <UnsentPhotos entries={photosOf(kept.entries, moment)} nameOf={nameOf} />
      <FileUpload
        key={moment}
        label={t(moment === 'BEFORE' || order.state === 'COMPLETED' ? 'photos.add' : 'repair.photos_after')}
        accepts="image"
        many
        send={(file) => kept.keeper.photo(file, moment)}
      />
    </div>
  );
}
