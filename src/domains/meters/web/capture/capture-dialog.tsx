/**
 * Readings are typed in, one meter after the other: type, Enter, type, Enter. Nothing is put over the dialog: what was
 * saved is listed in it, and a figure that is unlikely is asked about below its field.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, addMonths } from '#shared/dates.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { today } from '#web/today.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import type { NextMeter, Reading } from '../../readings/contract.ts';
import { useConsumerName } from '../words.tsx';
import style from './capture.module.css';
import { CaptureForm, ReopenedForm } from './capture-form.tsx';
import { LastEntries } from './last-entries.tsx';
import { type Scope, useWay } from './use-way.ts';

type CaptureDialogProps = { connectionId: string; scope: Scope; close: () => void };

/** A month that is over is read on its last day, unless the sheet says another one. */
function usualDay(period: string): string {
  const last = addDays(addMonths(period, 1), -1);
  const isOver = today() > last;
  return isOver ? last : today();
}

/** After the dialog's own trap of the focus. */
const FOCUS_MS = 90;

/** Each meter begins in its field, also on a phone: there is nothing else to do here. */
function useFieldFocus(what: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const wasShown = useRef(false);
  useEffect(() => {
    if (!what) return;
    const focus = () => box.current?.querySelector('input')?.focus();
    if (wasShown.current) return focus();
    wasShown.current = true;
    // Who is in a field by then stays in it.
    const timer = setTimeout(() => {
      if (!box.current?.querySelector('input:focus, textarea:focus')) focus();
    }, FOCUS_MS);
    return () => clearTimeout(timer);
  }, [what]);
  return box;
}

export function CaptureDialog({ connectionId, scope, close }: CaptureDialogProps) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const consumer = useConsumerName();
  const place = usePlace();
  const way = useWay(scope, connectionId);
  const [readOn, setReadOn] = useState(usualDay(scope.period));
  const [message, setMessage] = useState('');
  const { meter, reading } = way;
  const key = meter && `${meter.meterId} ${reading?.id ?? ''}`;
  const box = useFieldFocus(key);
  const next = async () => {
    if (await way.next()) return;
    toast('success', t('reading.all_read'));
    close();
  };
  const onSaved = async (saved: Reading) => {
    way.save(saved);
    setReadOn(saved.readOn);
    const flags = saved.flags.map((flag) => t(`flags.${flag}`)).join(', ');
    setMessage(
      flags
        ? t('reading.saved_flagged', { flags })
        : t('reading.saved', { meter: digits(saved.meterNumber) }),
    );
    await next();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'PageUp' && way.canGoBack) way.back();
    else if (event.key === 'PageDown') void next();
    else return;
    event.preventDefault();
  };
  const title = (shown: NextMeter) =>
    [t('reading.take_title', { meter: digits(shown.meterNumber) }), consumer(shown), place(shown)].join(
      ' · ',
    );
  return (
    <FormDialog title={meter ? title(meter) : t('reading.take')} close={close} onKeyDown={onKeyDown}>
      <div ref={box} className={style.box}>
        {way.error ? <Failed error={way.error} retry={close} /> : null}
        {meter && !reading ? (
          <CaptureForm key={key} {...{ meter, readOn, onSaved, close }} period={scope.period} />
        ) : null}
        {meter && reading ? <ReopenedForm key={key} {...{ meter, reading, onSaved, close }} /> : null}
        <p className={style.keys}>{t('capture.keys')}</p>
        <p className={style.message} role="status">
          {message}
        </p>
        <LastEntries saved={way.saved} open={way.reopen} />
      </div>
    </FormDialog>
  );
}
