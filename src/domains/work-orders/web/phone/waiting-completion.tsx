/** What this phone keeps of an order, to be read: a completion that waits for a network, or what the server did not take. */
import { Button, Group } from '@mantine/core';
import { useNameIn, useUnit } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import type { Entry } from '#web/outbox/entry.ts';
import { NoNetwork, RefusedNote } from '#web/outbox/notes.tsx';
import { sendNow } from '#web/outbox/outbox.ts';
import { UnsentPhotos } from '#web/outbox/unsent-photos.tsx';
import { useOnline, useOutbox } from '#web/outbox/use-outbox.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import type { OrderDetail } from '../../contract.ts';
import { listStock } from '../../store/contract.ts';
import type { Line, Stock } from '../record/material-lines.tsx';
import { useNameOfUnsent } from '../record/order-photos.tsx';
import style from '../work-orders.module.css';
import { completionOf, type OrderKeeper, type Typed } from './order-keeper.ts';

type Noted = { order: OrderDetail; stock: Stock; entry: Entry };

/** As it was typed. */
function NotedFacts({ order, stock, entry }: Noted) {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const unitIn = useUnit();
  const { money, cubicMetres, digits, instant } = useFormats();
  const { cause, workDone, labourMinor, lostLitres, completedAt, materials, unprovenReason } =
    entry.typed as Typed;
  const named = (line: Line) => {
    const known = [...stock, ...order.used].find(({ materialId }) => materialId === line.materialId);
    const name = known ? nameIn(known.nameEn, known.nameBn) : line.materialId;
    return `${name}: ${digits(line.quantity)} ${unitIn(known?.unit ?? '')}`;
  };
  const figure = (value: unknown, write: (figure: number) => string) =>
    typeof value === 'number' && !Number.isNaN(value) ? write(value) : null;
  return (
    <Facts
      facts={[
        { label: t('detail.cause'), value: String(cause ?? '') },
        { label: t('detail.work_done'), value: String(workDone ?? '') },
        { label: t('cost.labour'), value: figure(labourMinor, money) },
        { label: t('detail.lost_m3'), value: figure(lostLitres, cubicMetres) },
        { label: t('cost.materials'), value: ((materials ?? []) as Line[]).map(named).join(', ') },
        { label: t('detail.completion'), value: instant(String(completedAt ?? entry.madeAt)) },
        ...(unprovenReason ? [{ label: t('complete.unproven_reason'), value: String(unprovenReason) }] : []),
      ]}
    />
  );
}

type WaitingCompletionProps = Noted & { entries: readonly Entry[]; keeper: OrderKeeper };

export function WaitingCompletion({ entries, keeper, ...noted }: WaitingCompletionProps) {
  const t = useTexts('work-orders');
  const frame = useTexts('frame');
  const isOnline = useOnline();
  const { sending } = useOutbox();
  const { entry } = noted;
  return (
    <div className={style.parts}>
      <NoNetwork entries={entries} />
      <p className={style.note} role="status">
        <strong>{t('phone.completed_here')}</strong> {t('phone.completed_help')}
      </p>
      <NotedFacts {...noted} />
      <Group gap="xs">
        <Button disabled={!isOnline || sending !== null} onClick={() => void sendNow()}>
          {frame('outbox.send')}
        </Button>
        {entry.isUncertain ? null : (
          <Button variant="default" onClick={() => void keeper.takeBack(entry.typed as Typed)}>
            {t('phone.change_again')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** The form cannot be filled in (on hold, given to somebody else, completed): what this phone keeps of it is shown all the same. */
type LeftOnPhoneProps = { order: OrderDetail; entries: readonly Entry[] };

export function LeftOnPhone({ order, entries }: LeftOnPhoneProps) {
  const frame = useTexts('frame');
  const nameOf = useNameOfUnsent();
  const { data } = useAnswer(listStock);
  const entry = completionOf(entries);
  const isPhoto = entries.some(({ file }) => file);
  const stopped = entries.filter(({ state, file }) => (state === 'refused' || state === 'conflict') && !file);
  if (!entry && !isPhoto && stopped.length === 0) return null;
  return (
    <Sheet title={frame('outbox.left_here')}>
      <div className={style.parts}>
        {stopped.map((refused) => (
          <RefusedNote key={refused.id} entry={refused} isReadOnly />
        ))}
        {entry ? <NotedFacts order={order} stock={data?.items ?? []} entry={entry} /> : null}
        <UnsentPhotos entries={entries} nameOf={nameOf} />
      </div>
    </Sheet>
  );
}
