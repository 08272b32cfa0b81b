/** Cells of the lists of the planning authority: the chain of desks as dots, and what the land papers are. */
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { listNoc } from '../../noc/contract.ts';
import { useNameFor } from '../name-for.ts';
import style from './lists.module.css';

type Row = RowOf<typeof listNoc>;
const ICONS = { WAITING: null, OPEN: IconClock, APPROVED: IconCheck, REJECTED: IconX };

/** Each desk is a dot; its title says who decided when. */
export function ChainDots({ chain }: { chain: Row['chain'] }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const nameFor = useNameFor();
  const { instant } = useFormats();
  const told = ({ state, decidedBy, onBehalfOf, decidedAt, openedAt }: Row['chain'][number]) => {
    const decided = { name: nameFor(decidedBy ?? '', onBehalfOf), at: decidedAt ? instant(decidedAt) : '' };
    if (state === 'APPROVED') return t('noc.approved_by', decided);
    if (state === 'REJECTED') return t('noc.refused_by', decided);
    return state === 'OPEN' && openedAt ? t('noc.there_since', { at: instant(openedAt) }) : t('noc.later');
  };
  return (
    <ol className={style.dots} aria-label={t('noc.chain')}>
      {chain.map((step) => {
        const Icon = ICONS[step.state];
        const text = `${roleName(step.roleCode, step.roleCode)}: ${told(step)}`;
        return (
          <li key={step.roleCode} data-state={step.state} title={text} aria-label={text}>
            {Icon ? <Icon size={12} stroke={2.6} aria-hidden="true" /> : null}
          </li>
        );
      })}
    </ol>
  );
}

/** What is worst of them: missing or returned papers, then those that nobody has looked at. */
export function LandPapers({ row }: { row: Row }) {
  const t = useTexts('applications');
  const { landAccepted, landWaiting, landReturned, landMissing } = row;
  if (landAccepted === null) return null;
  if (landMissing) return <StateChip tone="red">{t('noc.land.missing', { count: landMissing })}</StateChip>;
  if (landReturned)
    return <StateChip tone="red">{t('noc.land.returned', { count: landReturned })}</StateChip>;
  if (landWaiting) return <StateChip tone="amber">{t('noc.land.waiting', { count: landWaiting })}</StateChip>;
  return <StateChip tone="green">{t('noc.land.accepted', { count: landAccepted })}</StateChip>;
}

/** How many of the needed checks of its desk are made; what nobody has handed in comes first. */
export function ChecksMade({ row }: { row: Row }) {
  const t = useTexts('applications');
  const { number } = useFormats();
  const { checksMade, checksNeeded, checksMissing, green } = row;
  if (!checksNeeded || checksMade === null) return null;
  if (checksMissing)
    return <StateChip tone="red">{t('checks.papers_missing', { count: checksMissing })}</StateChip>;
  if (checksMade === checksNeeded && !green)
    return <StateChip tone="amber">{t('checks.papers_wrong')}</StateChip>;
  return (
    <StateChip tone={green ? 'green' : 'amber'}>
      {number(checksMade)}/{number(checksNeeded)}
    </StateChip>
  );
}
