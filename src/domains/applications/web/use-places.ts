/** Sectors, roads and consumer categories as choices. */
import { useQuery } from '@tanstack/react-query';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { call } from '#web/calls/call.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Choice } from '#web/ui/form/choice.ts';
import { type TariffCategory, wiring } from '#web/wiring.ts';
import { listApplicationSectors } from '../intake/contract.ts';

const PLACES_STAY_FRESH_MS = 5 * 60_000;

export function useSectors() {
  return useAnswer(listApplicationSectors, {}, { staleTime: PLACES_STAY_FRESH_MS });
}

export function useSectorChoices(): Choice[] {
  const t = useTexts('applications');
  const { digits } = useFormats();
  return (useSectors().data?.items ?? []).map(({ id, number }) => ({
    value: id,
    label: t('words.sector', { number: digits(number) }),
  }));
}

/** The roads of one sector. */
export function useRoadChoices(sectorId: string | null | undefined): Choice[] {
  const t = useTexts('applications');
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const sector = useSectors().data?.items.find((sector) => sector.id === sectorId);
  return (sector?.roads ?? []).map(({ id, number, name, nameBn }) => {
    const shown = nameIn(name, nameBn);
    const road = t('words.road', { number: digits(number) });
    return { value: id, label: shown ? `${road} – ${shown}` : road };
  });
}

/** Consumer categories of the tariff. */
export function useCategoryChoices(): Choice[] {
  const nameIn = useNameIn();
  const found = useQuery<TariffCategory[]>({
    queryKey: ['tariff-categories'],
    queryFn: async () => (await call(await wiring().tariffCategories(), {}, { quiet: true })).items,
    staleTime: PLACES_STAY_FRESH_MS,
  });
  return (found.data ?? []).map(({ code, nameEn, nameBn }) => ({
    value: code,
    label: nameIn(nameEn, nameBn),
  }));
}

/** A category's name; its code if tariffs know it no more. */
export function useCategoryName(): (code: string | null | undefined) => string | null {
  const choices = useCategoryChoices();
  return (code) => choices.find((choice) => choice.value === code)?.label ?? code ?? null;
}
