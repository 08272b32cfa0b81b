/** The order in which the meters of a road are read: each goes up or down. */
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { type RoadRoute, setRouteOrder } from '../../visits/contract.ts';
import { useConsumerName } from '../words.tsx';
import style from './route.module.css';

/** The same with one moved before or behind the next one that is shown. */
function moved(order: readonly string[], id: string, other: string): string[] {
  return order.map((each) => (each === id ? other : each === other ? id : each));
}

export function OrderForm({ route, close }: { route: RoadRoute; close: () => void }) {
  const t = useTexts('meters');
  const common = useTexts('common');
  const { digits } = useFormats();
  const consumer = useConsumerName();
  const [order, setOrder] = useState<readonly string[]>(route.order);
  const save = useAction(setRouteOrder, {
    onDone: () => {
      close();
      return toast('success', t('route.order_saved'));
    },
  });
  const byId = new Map(route.items.map((item) => [item.connectionId, item]));
  const shown = order.flatMap((id) => byId.get(id) ?? []);
  const move = (index: number, step: 1 | -1) => {
    const [one, other] = [shown[index], shown[index + step]];
    if (one && other) setOrder(moved(order, one.connectionId, other.connectionId));
  };
  const body = { roadId: route.roadId, was: [...route.order], order: [...order] };
  return (
    <article className={style.page}>
      <header className={style.head}>
        <h1>{t('route.title', { sector: digits(route.sectorNumber), road: digits(route.roadNumber) })}</h1>
        <p>{t('route.order_about')}</p>
      </header>
      <ol className={style.order}>
        {shown.map((meter, index) => (
          <li key={meter.connectionId} className={style.line}>
            <b>{digits(meter.plotNumber)}</b>
            <span className={style.name}>
              {digits(meter.meterNumber)} <span className={style.soft}>{consumer(meter)}</span>
            </span>
            <ActionIcon
              size={44}
              variant="default"
              disabled={index === 0}
              aria-label={t('route.earlier', { meter: digits(meter.meterNumber) })}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={18} />
            </ActionIcon>
            <ActionIcon
              size={44}
              variant="default"
              disabled={index === shown.length - 1}
              aria-label={t('route.later', { meter: digits(meter.meterNumber) })}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={18} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <div className={style.acts}>
        <Button loading={save.isRunning} onClick={() => save.run({ body })}>
          {t('route.order_save')}
        </Button>
        <Button variant="default" onClick={close}>
          {common('actions.cancel')}
        </Button>
      </div>
    </article>
  );
}
