/** What has to be undone before a run can be reversed: each bill, and what rests on it. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { getRunObstacles, type RunObstacles } from '../../bill-run/contract.ts';
import style from './runs.module.css';

type Item = RunObstacles['items'][number];

/** Undefined while it is asked for. */
export function useObstacles(runId: string): RunObstacles | undefined {
  return useAnswer(getRunObstacles, { params: { id: runId } }).data;
}

function Obstacle({ item }: { item: Item }) {
  const t = useTexts('billing');
  const { digits, money, month } = useFormats();
  const nameIn = useNameIn();
  const { id, number, consumerName, consumerNameBn, settledMinor, obstacles, laterRun } = item;
  return (
    <li>
      <GoLink to={`/billing/invoice-list/${id}`}>{digits(number)}</GoLink>{' '}
      {nameIn(consumerName, consumerNameBn)}
      {obstacles.map((obstacle) => (
        <span key={obstacle} className={style.label}>
          {' · '}
          {obstacle === 'built_on' && laterRun ? (
            <GoLink to={`/bill-run/${laterRun.id}`}>
              {t('runs.obstacle_later', { month: month(laterRun.period) })}
            </GoLink>
          ) : (
            t(`runs.obstacle_${obstacle}`, { amount: money(settledMinor) })
          )}
        </span>
      ))}
    </li>
  );
}

export function Obstacles({ found }: { found: RunObstacles }) {
  const t = useTexts('billing');
  const { total, paid, corrected, builtOn, items } = found;
  if (total === 0) return null;
  const kinds = [
    paid > 0 ? t('runs.obstacles_paid', { count: paid }) : '',
    corrected > 0 ? t('runs.obstacles_corrected', { count: corrected }) : '',
    builtOn > 0 ? t('runs.obstacles_built_on', { count: builtOn }) : '',
  ].filter(Boolean);
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={t('runs.obstacles_title', { count: total })}
    >
      <ul className={style.obstacles}>
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
      <ul className={style.obstacles}>
        {items.map((item) => (
          <Obstacle key={item.id} item={item} />
        ))}
      </ul>
      {total > items.length ? <p>{t('runs.obstacles_more', { count: total - items.length })}</p> : null}
    </Alert>
  );
}
