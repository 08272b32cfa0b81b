/** The acts of a meter's page: those that its state allows, a change of the meter, and the end of its connection. */
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { RecordAction } from '#web/ui/record/record-page.tsx';
import type { getMeter } from '../../contract.ts';
import type { meterHistory } from '../../store/contract.ts';
import { CONDITION_MOVES, type ConditionMove } from '../../store/store.rules.ts';
import { AskDialog } from '../changes/ask-dialog.tsx';
import { CloseDialog } from '../closure/close-dialog.tsx';
import { ReopenDialog } from '../closure/reopen-dialog.tsx';
import { DecideScrapDialog, MarkDialog, ScrapDialog, SealDialog, TestDialog } from './act-dialogs.tsx';

type Meter = EndpointAnswer<typeof getMeter>;
type Scrap = EndpointAnswer<typeof meterHistory>['scrap'];
type Asked = ConditionMove | 'close' | 'reopen' | 'change' | 'test' | 'seal' | 'scrap' | 'accept' | 'leave';

export function useMeterActs(meter: Meter | undefined, scrap: Scrap | undefined) {
  const t = useTexts('meters');
  const may = useMay();
  const [asked, setAsked] = useState<Asked | null>(null);
  const act = (label: string, what: Asked): RecordAction => ({ label, run: () => setAsked(what) });
  if (!meter) return { actions: [], more: [], dialog: null };
  const can = (move: Meter['can'][number]) => meter.can.includes(move);
  const actions: RecordAction[] = [];
  if (scrap && can('scrap')) {
    const own = scrap.isOwn ? { reason: t('errors.meter_scrap_asker') } : {};
    actions.push({ ...act(t('store.scrap'), 'accept'), danger: true, ...own });
    actions.push({ ...act(t('store.scrap_refuse'), 'leave'), ...own });
  }
  if (meter.connectionId && may('meters:ask-change')) actions.push(act(t('changes.ask'), 'change'));
  const hasOpenPlace =
    meter.status === 'REMOVED' && meter.assignments.some(({ isReopenable }) => isReopenable);
  if (can('pass-test') && !scrap && !hasOpenPlace) actions.push(act(t('store.test'), 'test'));
  const more = [
    ...CONDITION_MOVES.filter(can).map((move) => act(t(`store.mark.${move}`), move)),
    ...(may('meters:edit') && meter.status !== 'SCRAPPED' ? [act(t('store.seal'), 'seal')] : []),
    ...(can('scrap') && !scrap ? [{ ...act(t('store.scrap'), 'scrap'), danger: true }] : []),
    ...closureOf(),
  ];
  /** The end of the connection that the meter measures, and the way back until it is billed. */
  function closureOf(): RecordAction[] {
    if (!meter || !may('meters:close')) return [];
    if (meter.connectionId) return [act(t('closure.close'), 'close')];
    const closed = meter.assignments.some(({ isReopenable }) => isReopenable);
    return closed ? [act(t('closure.reopen'), 'reopen')] : [];
  }
  return {
    actions,
    more,
    dialog: asked && <ActDialog {...{ asked, meter, scrap, close: () => setAsked(null) }} />,
  };
}

type ActDialogProps = { asked: Asked; meter: Meter; scrap: Scrap | undefined; close: () => void };

function ActDialog({ asked, meter, scrap, close }: ActDialogProps) {
  const { connectionId } = meter;
  const connectionNumber = meter.connectionNumber ?? '';
  if (asked === 'test') return <TestDialog {...{ meter, close }} />;
  if (asked === 'seal') return <SealDialog {...{ meter, close }} />;
  if (asked === 'scrap') return <ScrapDialog {...{ meter, close }} />;
  if (asked === 'accept' || asked === 'leave')
    return scrap ? (
      <DecideScrapDialog {...{ meter, close }} scrapId={scrap.id} accept={asked === 'accept'} />
    ) : null;
  if (asked === 'reopen') {
    const closed = meter.assignments.find(({ isReopenable }) => isReopenable);
    return (
      <ReopenDialog meterId={meter.id} connectionNumber={closed?.connectionNumber ?? ''} close={close} />
    );
  }
  if (asked === 'change' || asked === 'close') {
    if (!connectionId) return null;
    return asked === 'change' ? (
      <AskDialog {...{ connectionId, connectionNumber, close }} />
    ) : (
      <CloseDialog {...{ connectionId, connectionNumber, close }} />
    );
  }
  return <MarkDialog {...{ meter, move: asked, close }} />;
}
