/** One meter of the road: its household and place, the use before, the figure with large keys, a photo, or why it cannot be read. */
import { Button } from '@mantine/core';
import { IconCurrentLocation, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Entry } from '#web/outbox/entry.ts';
import { showError } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { today } from '#web/today.ts';
import { parseVolume } from '#web/ui/form/parse.ts';
import { READING_MS } from '#web/ui/keys/read-first.ts';
import { FileUpload } from '#web/ui/upload/file-upload.tsx';
import { isDoubtful, type LikelyUse, likelyUse } from '../../readings/likely-use.rules.ts';
import type { RoadMeter, RoadRoute } from '../../visits/contract.ts';
import { LikelyUseLine } from '../capture/likely-use-line.tsx';
import common from '../meters.module.css';
import { PastUse } from '../past-use.tsx';
import { useConsumerName } from '../words.tsx';
import { CannotRead } from './cannot-read.tsx';
import { NumericPad } from './numeric-pad.tsx';
import style from './route.module.css';
import { keep, typedOf, type Value } from './route-keeper.ts';
import type { usePosition } from './use-position.ts';

type MeterCardProps = {
  meter: RoadMeter;
  route: RoadRoute;
  position: ReturnType<typeof usePosition>;
  before: Entry | undefined;
  next: () => void;
};

const unknownUse: LikelyUse = { used: null, usual: null, verdict: 'unknown' };

/** What was noted here and not sent is in the field again. */
function textOf(before: Entry | undefined): string {
  const value = before && typedOf(before);
  return value && 'registerLitres' in value ? String(value.registerLitres / 1000) : '';
}

export function MeterCard({ meter, route, position, before, next }: MeterCardProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const [text, setText] = useState(() => textOf(before));
  const [problem, setProblem] = useState('');
  const [photo, setPhoto] = useState<File | null>(null);
  const [isCannot, setCannot] = useState(false);
  const asked = useRef<{ text: string; since: number } | null>(null);
  const [isAsking, setAsking] = useState(false);
  const litres = parseVolume(text);
  const use =
    litres === undefined
      ? { ...unknownUse, usual: likelyUse(meter, 0, today()).usual }
      : likelyUse(meter, litres, today());
  const type = (typed: string) => {
    setText(typed);
    setProblem('');
    setAsking(false);
    asked.current = null;
  };
  const save = async (value: Value) => {
    try {
      await keep({ meter, route, place: position.now(), before, photo }, value);
    } catch (error) {
      return showError(error);
    }
    next();
  };
  const saveFigure = () => {
    if (litres === undefined) return setProblem(t('route.figure_invalid'));
    const now = performance.now();
    if (isDoubtful(use) && asked.current?.text !== text) {
      asked.current = { text, since: now };
      return setAsking(true);
    }
    // The same press again, before anybody can have read the question.
    if (asked.current && now - asked.current.since < READING_MS) return undefined;
    return void save({ registerLitres: litres });
  };
  return (
    <section
      className={style.card}
      aria-label={t('reading.take_title', { meter: digits(meter.meterNumber) })}
    >
      <Who meter={meter} />
      {isCannot ? (
        <CannotRead save={save} close={() => setCannot(false)}>
          <PhotoOf photo={photo} set={setPhoto} />
        </CannotRead>
      ) : (
        <>
          <Before meter={meter} use={use} />
          <NumericPad text={text} change={type} problem={problem} done={saveFigure} />
          {text || isAsking ? <LikelyUseLine use={use} isAsking={isAsking} /> : null}
        </>
      )}
      {isCannot ? null : <PhotoOf photo={photo} set={setPhoto} />}
      <PlaceLine accuracyM={position.accuracyM} />
      {isCannot ? null : (
        <div className={style.acts}>
          <Button size="lg" onClick={saveFigure}>
            {t(isAsking ? 'route.save_again' : 'route.save')}
          </Button>
          <Button size="lg" variant="default" onClick={() => setCannot(true)}>
            {t('route.cannot')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Who({ meter }: { meter: RoadMeter }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const consumer = useConsumerName();
  return (
    <header className={style.who}>
      <h2>{t('reading.take_title', { meter: digits(meter.meterNumber) })}</h2>
      <p>
        <b>{t('route.plot', { number: digits(meter.plotNumber) })}</b> · {consumer(meter)}
      </p>
    </header>
  );
}

/** The use of twelve months, and between which figures the register should be. */
function Before({ meter, use: { usual } }: { meter: RoadMeter; use: LikelyUse }) {
  const t = useTexts('meters');
  const { cubicMetres, day } = useFormats();
  const { previousLitres, previousOn, highFactor, lowFactor, highLitres, lowLitres } = meter;
  /** Nobody compares litres at a gate. */
  const whole = (litres: number, side: 1 | -1) =>
    cubicMetres((side > 0 ? Math.ceil(litres / 1000) : Math.floor(litres / 1000)) * 1000);
  const high = usual === null ? null : Math.max(usual * (highFactor ?? 1), usual + (highLitres ?? 0));
  const low =
    usual === null ? null : Math.max(0, Math.min(usual * (lowFactor ?? 1), usual - (lowLitres ?? 0)));
  return (
    <>
      <PastUse readings={meter.history} />
      {previousLitres === null || !previousOn ? null : (
        <p className={style.before}>
          <span>{t('reading.before', { register: cubicMetres(previousLitres), day: day(previousOn) })}</span>
          {low === null || high === null ? null : (
            <b>
              {t('route.expected', {
                low: whole(previousLitres + low, -1),
                high: whole(previousLitres + high, 1),
              })}
            </b>
          )}
        </p>
      )}
    </>
  );
}

function PhotoOf({ photo, set }: { photo: File | null; set: (photo: File | null) => void }) {
  const t = useTexts('meters');
  if (photo)
    return (
      <p className={style.photo}>
        {t('route.photo_there')}
        <Button
          size="compact-md"
          variant="subtle"
          leftSection={<IconX size={16} aria-hidden="true" />}
          onClick={() => set(null)}
        >
          {t('route.photo_remove')}
        </Button>
      </p>
    );
  return (
    <FileUpload
      label={t('route.photo')}
      accepts="image"
      send={async (file) => {
        set(file);
      }}
    />
  );
}

function PlaceLine({ accuracyM }: { accuracyM: number | null }) {
  const t = useTexts('meters');
  const { number } = useFormats();
  return (
    <p className={`${common.quiet} ${style.place}`}>
      <IconCurrentLocation size={16} aria-hidden="true" />
      {accuracyM === null ? t('route.place_none') : t('route.place_known', { metres: number(accuracyM) })}
    </p>
  );
}
