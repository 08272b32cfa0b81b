/** A household reads its own meter: one sheet a meter, a figure and a photo, in the days that the utility gives for it. */
import { useEffect, useState } from 'react';
import { uploadFile } from '#domains/identity/files/contract.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { upload } from '#web/calls/upload.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { VolumeField } from '#web/ui/form/number-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Facts, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { listOwnMeters, type OwnMeter, openOwnPhoto, sendOwnReading } from '../../own/contract.ts';
import style from './own.module.css';

type Answer = EndpointAnswer<typeof listOwnMeters>;

export function OwnPage() {
  const t = useTexts('meters');
  const { day, month } = useFormats();
  const { data, error, refetch } = useAnswer(listOwnMeters);
  if (error && !data) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  const days = { from: day(data.from), to: day(data.to), month: month(data.period) };
  return (
    <div className={style.page}>
      <PageHead title={t('own.title')} about={t(data.isOpen ? 'own.open' : 'own.closed', days)} />
      {data.items.length === 0 ? <NothingYet title={t('own.none')} /> : null}
      {data.items.map((meter) => (
        <OwnSheet key={meter.connectionId} meter={meter} period={data.period} />
      ))}
    </div>
  );
}

function OwnSheet({ meter, period }: { meter: OwnMeter; period: Answer['period'] }) {
  const t = useTexts('meters');
  const place = usePlace();
  const { digits, cubicMetres, day } = useFormats();
  const { reading } = meter;
  return (
    <Sheet title={t('own.meter', { number: digits(meter.meterNumber) })}>
      <p className={style.soft}>{place(meter)}</p>
      <Facts
        facts={[
          {
            label: t('own.last'),
            value: t('own.figure_on', { figure: cubicMetres(meter.lastLitres), day: day(meter.lastOn) }),
          },
          ...(reading
            ? [
                {
                  label: t(
                    reading.isOwn ? 'own.sent_figure' : reading.isEstimate ? 'own.estimated' : 'own.read',
                  ),
                  value: t('own.figure_on', {
                    figure: cubicMetres(reading.registerLitres),
                    day: day(reading.readOn),
                  }),
                },
              ]
            : []),
        ]}
      />
      {reading ? <p className={style.soft}>{t(stateText(meter))}</p> : null}
      {reading?.isOwn && meter.canSend ? (
        <SentPhoto connectionId={meter.connectionId} period={period} />
      ) : null}
      {meter.canSend ? <OwnForm meter={meter} period={period} /> : null}
    </Sheet>
  );
}

const LINK_MS = 4 * 60_000;

/** A link shows it for five minutes; it is asked for again earlier. */
function SentPhoto(of: { connectionId: string; period: string }) {
  const t = useTexts('meters');
  const { data } = useAnswer(openOwnPhoto, { query: of }, { staleTime: LINK_MS, refetchInterval: LINK_MS });
  if (!data?.url) return null;
  return (
    <figure className={style.photo}>
      <figcaption className={style.soft}>{t('own.photo_sent')}</figcaption>
      <a href={data.url} target="_blank" rel="noreferrer">
        <img className={style.picture} src={data.url} alt={t('own.photo_sent')} />
      </a>
      <p className={style.soft}>{t('own.photo_replace')}</p>
    </figure>
  );
}

function stateText({ reading, canSend }: OwnMeter) {
  if (reading?.isOwn) return canSend ? 'own.waits' : reading.isBilled ? 'own.billed' : 'own.decided';
  if (reading?.isEstimate) return canSend ? 'own.instead' : 'own.too_late';
  return 'own.read_already';
}

function OwnForm({ meter, period }: { meter: OwnMeter; period: Answer['period'] }) {
  const t = useTexts('meters');
  const { cubicMetres } = useFormats();
  /** Address of the chosen picture on this device. */
  const [photo, setPhoto] = useState<string | null>(null);
  useEffect(() => (photo ? () => URL.revokeObjectURL(photo) : undefined), [photo]);
  const form = useForm(sendOwnReading, {
    initial: { photoId: null },
    extra: { connectionId: meter.connectionId, period },
    answers: { unusual: ['registerLitres'] },
    onDone: () => {
      setPhoto(null);
      form.setValues({ photoId: null });
      return toast('success', t('own.sent'));
    },
  });
  const typed = form.valueOf('registerLitres');
  const figure = typeof typed === 'number' && !Number.isNaN(typed) ? typed : null;
  const used = figure === null ? null : figure - meter.lastLitres;
  const send = async (file: File, onProgress: (share: number) => void, idempotencyKey: string) => {
    const kind = 'attachment' as const;
    const sent = await upload(
      uploadFile,
      { query: { kind } },
      { files: { file }, onProgress, idempotencyKey },
    );
    form.change('photoId', sent.id);
    setPhoto(URL.createObjectURL(file));
  };
  return (
    <FormBody form={form} submit={t('own.send')}>
      <VolumeField
        form={form}
        name="registerLitres"
        label={t('own.figure')}
        help={t('own.figure_help')}
        required
      />
      {used === null ? null : (
        <p className={used < 0 ? style.doubt : style.soft} role="status">
          {used < 0 ? t('own.lower') : t('own.used', { litres: cubicMetres(used) })}
        </p>
      )}
      {figure !== null && (form.problemOf('unusual') || form.valueOf('unusual')) ? (
        <CheckField form={form} name="unusual" label={t('own.really', { figure: cubicMetres(figure) })} />
      ) : null}
      {photo ? (
        <figure className={style.photo}>
          <figcaption className={style.soft}>{t('own.photo_chosen')}</figcaption>
          <img className={style.picture} src={photo} alt={t('own.photo')} />
        </figure>
      ) : null}
      <FileUpload label={t(photo ? 'own.photo_again' : 'own.photo')} accepts="image" send={send} />
      {form.problemOf('photoId') ? <p role="alert">{t('errors.own_photo_unknown')}</p> : null}
    </FormBody>
  );
}
