/** What a year of bills would have been by a version that is not in force yet: who pays more, and by how much. */
import { Alert, Button, Loader } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Facts, Sheet } from '#web/ui/record/record-page.tsx';
import {
  getSimulation,
  giveUpSimulation,
  type SimulationState,
  startSimulation,
} from '../../simulations/contract.ts';
import { CHANGE_BANDS, type SimulationResult, USE_BANDS } from '../../simulations/simulation.rules.ts';
import table from '../settings/settings.module.css';
import style from './simulation.module.css';

const POLL_MS = 2000;

export function Simulation({ id }: { id: string }) {
  const t = useTexts('billing');
  const params = { id };
  const { data, error, refetch } = useAnswer(
    getSimulation,
    { params },
    {
      refetchInterval: ({ state }) =>
        state.data?.simulation?.state === 'WORKING' || state.data?.isBusy ? POLL_MS : false,
    },
  );
  const start = useAction(startSimulation);
  const giveUp = useAction(giveUpSimulation);
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data) return null;
  const isWorking = data.simulation?.state === 'WORKING';
  const button = isWorking ? (
    <Button
      variant="default"
      size="compact-sm"
      loading={giveUp.isRunning}
      onClick={() => giveUp.run({ params, body: {} })}
    >
      {t('simulation.give_up')}
    </Button>
  ) : (
    <Button
      variant="light"
      size="compact-sm"
      loading={start.isRunning}
      disabled={data.isBusy}
      onClick={() => start.run({ params, body: {} })}
    >
      {t(data.simulation?.result ? 'simulation.again' : 'simulation.start')}
    </Button>
  );
  return (
    <Sheet title={t('simulation.title')} action={button}>
      <p className={table.quiet}>{t('simulation.about')}</p>
      <Standing state={data} />
      {data.simulation?.result ? <Result result={data.simulation.result} /> : null}
    </Sheet>
  );
}

/** What is under way, and whose figures these are. */
function Standing({ state: { simulation, isBusy } }: { state: SimulationState }) {
  const t = useTexts('billing');
  if (isBusy && !simulation?.result) return <p className={table.quiet}>{t('simulation.busy')}</p>;
  if (!simulation) return null;
  const { askedBy: name, askedAt: at } = simulation;
  if (simulation.state === 'WORKING') {
    return (
      <output className={style.working}>
        <Loader size="sm" aria-hidden="true" /> {t('simulation.working')}
      </output>
    );
  }
  if (simulation.state === 'GIVEN_UP')
    return <p className={table.quiet}>{t('simulation.given_up', { name })}</p>;
  return (
    <>
      {simulation.isOfEarlierWording ? <Alert color="yellow">{t('simulation.earlier_wording')}</Alert> : null}
      <p className={table.quiet}>{t('simulation.asked', { name, at })}</p>
    </>
  );
}

function Result({ result }: { result: SimulationResult }) {
  const t = useTexts('billing');
  const { money, number, percent } = useFormats();
  const { beforeMinor, afterMinor, connections, from, to } = result;
  const share = (part: number, whole: number) => percent(whole === 0 ? 0 : part / whole);
  const difference = afterMinor - beforeMinor;
  const who = (count: number, sum: number) => (
    <>
      {number(count)}
      <span className={style.note}>{t('simulation.who', { percent: share(count, connections), sum })}</span>
    </>
  );
  return (
    <>
      <Facts
        facts={[
          { label: t('simulation.period'), value: t('simulation.months', { from, to }) },
          { label: t('simulation.connections'), value: number(connections) },
          { label: t('simulation.bills'), value: number(result.bills) },
          { label: t('simulation.before'), value: money(beforeMinor) },
          { label: t('simulation.after'), value: money(afterMinor) },
          {
            label: t('simulation.difference'),
            value: `${difference > 0 ? '+' : ''}${money(difference)} (${share(difference, beforeMinor)})`,
          },
          { label: t('simulation.more'), value: who(result.more, result.moreMinor) },
          { label: t('simulation.less'), value: who(result.less, result.lessMinor) },
          {
            label: t('simulation.middle'),
            value: `${money(result.medianBeforeMinor)} → ${money(result.medianAfterMinor)}`,
          },
        ]}
      />
      {result.leftOut > 0 ? (
        <p className={table.quiet}>{t('simulation.left_out', { count: result.leftOut })}</p>
      ) : null}
      <Changes result={result} />
      <Uses result={result} />
      {result.most.length > 0 ? <Most most={result.most} /> : null}
    </>
  );
}

/** The name of a band of changes: from a fifth less to half more. */
function useBandName(): (index: number) => string {
  const t = useTexts('billing');
  return (index) => {
    const [from, to] = CHANGE_BANDS[index] ?? [0, 0];
    if (from === null) return t('simulation.bands.below', { percent: -to });
    if (to === null) return t('simulation.bands.above', { percent: from });
    if (from === 0 && to === 0) return t('simulation.bands.same');
    if (to === 0) return t('simulation.bands.less_than', { percent: -from });
    if (from === 0) return t('simulation.bands.more_than', { percent: to });
    return from < 0
      ? t('simulation.bands.less', { from: -to, to: -from })
      : t('simulation.bands.more', { from, to });
  };
}

function Changes({ result: { changes, connections } }: { result: SimulationResult }) {
  const t = useTexts('billing');
  const { number, percent, amount } = useFormats();
  const bandName = useBandName();
  const highest = Math.max(1, ...changes.map((row) => row.connections));
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <caption className={style.caption}>{t('simulation.changes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('simulation.change')}</th>
            <th scope="col" className={table.number}>
              {t('simulation.connections')}
            </th>
            <td className={style.bars} />
            <th scope="col" className={table.number}>
              {t('simulation.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((row) => (
            <tr key={row.band}>
              <th scope="row" className={style.band}>
                {bandName(row.band)}
              </th>
              <td className={table.number}>
                {number(row.connections)} ({percent(row.connections / Math.max(1, connections))})
              </td>
              <td className={style.bars} aria-hidden="true">
                <div
                  className={style.bar}
                  data-more={row.afterMinor > row.beforeMinor}
                  style={{ width: `${(row.connections / highest) * 100}%` }}
                />
              </td>
              <td className={table.number}>{signed(amount, row.afterMinor - row.beforeMinor)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const signed = (amount: (minor: number) => string, minor: number) =>
  `${minor > 0 ? '+' : ''}${amount(minor)}`;

function Uses({ result: { uses } }: { result: SimulationResult }) {
  const t = useTexts('billing');
  const { number, amount } = useFormats();
  const nameOf = (band: number) => {
    const [from = 0, to] = USE_BANDS.slice(band, band + 2);
    return to === undefined ? t('simulation.use_from', { from }) : t('simulation.use_between', { from, to });
  };
  const numbers = ['connections', 'before', 'after', 'difference', 'more'] as const;
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <caption className={style.caption}>{t('simulation.uses')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('simulation.use')}</th>
            {numbers.map((name) => (
              <th key={name} scope="col" className={table.number}>
                {t(`simulation.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {uses.map((row) => (
            <tr key={row.band}>
              <th scope="row" className={style.band}>
                {nameOf(row.band)}
              </th>
              <td className={table.number}>{number(row.connections)}</td>
              <td className={table.number}>{amount(row.beforeMinor)}</td>
              <td className={table.number}>{amount(row.afterMinor)}</td>
              <td className={table.number}>{signed(amount, row.afterMinor - row.beforeMinor)}</td>
              <td className={table.number}>{number(row.more)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Most({ most }: { most: SimulationResult['most'] }) {
  const t = useTexts('billing');
  const { digits, amount, cubicMetres } = useFormats();
  return (
    <details>
      <summary>{t('simulation.most')}</summary>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t('simulation.connection')}</th>
              {(['mean_use', 'before', 'after', 'difference'] as const).map((name) => (
                <th key={name} scope="col" className={table.number}>
                  {t(`simulation.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {most.map((row) => (
              <tr key={row.connectionId}>
                <td>
                  <GoLink to="/billing/invoice-list" query={{ page: 1, connectionId: row.connectionId }}>
                    {digits(row.connectionNumber)}
                  </GoLink>
                </td>
                <td className={table.number}>{cubicMetres(Math.round(row.usageLitres / row.months))}</td>
                <td className={table.number}>{amount(row.beforeMinor)}</td>
                <td className={table.number}>{amount(row.afterMinor)}</td>
                <td className={table.number}>{signed(amount, row.afterMinor - row.beforeMinor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
