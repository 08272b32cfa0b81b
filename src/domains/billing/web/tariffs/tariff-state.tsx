/** The state of a tariff version; an approved one is in force, still to come, or replaced. */
import { useTexts } from '#web/texts/texts.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Tariff } from '../../tariffs/contract.ts';

type Shown = Pick<Tariff, 'state' | 'inForce' | 'effectiveTo'>;

export function TariffStateChip({ tariff }: { tariff: Shown }) {
  const t = useTexts('billing');
  if (tariff.inForce) return <StateChip tone="green">{t('tariffs.in_force')}</StateChip>;
  if (tariff.state === 'APPROVED' && tariff.effectiveTo) {
    return <StateChip tone="grey">{t('tariffs.replaced')}</StateChip>;
  }
  const tones = { DRAFT: 'grey', ANNOUNCED: 'amber', APPROVED: 'blue', WITHDRAWN: 'grey' } as const;
  return <StateChip tone={tones[tariff.state]}>{t(`tariffs.states.${tariff.state}`)}</StateChip>;
}
