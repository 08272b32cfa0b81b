/** The categories and the tariffs that a bill was made by. */
type Billed = {
  category: string;
  explanation: readonly { version: string; from: string }[];
  tariffs: readonly { id: string; category: string }[];
};

/**
 * @returns codes of the categories of the billed days, in the order of their days and each one time; a bill that explains nothing has
 *   the category that is kept with it
 */
export function billedCategories({ category, explanation, tariffs }: Billed): string[] {
  const ofVersion = new Map(tariffs.map((tariff) => [tariff.id, tariff.category]));
  const billed = explanation
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .flatMap(({ version }) => ofVersion.get(version) ?? []);
  return billed.length > 0 ? [...new Set(billed)] : [category];
}

/** Tariffs as a reader knows them, by name and day: tariffs of several categories have the same ones. */
export function billedTariffs<Tariff extends { name: string; effectiveFrom: string }>(
  tariffs: readonly Tariff[],
): Tariff[] {
  const known = new Map(tariffs.map((tariff) => [`${tariff.effectiveFrom} ${tariff.name}`, tariff]));
  return [...known.values()];
}
