/** Materials of which more is written than is usual, in words: by the limits that the page knows. */
import { unusualLines } from '#domains/applications/settings/unusual-amounts.rules.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { OrderDetail } from '../../contract.ts';
import { sumOfQuantities } from '../../parts.rules.ts';
import type { Line, Stock } from './material-lines.tsx';

/** So much was estimated, or taken before: it was asked about then. */
function knownOf({ estimate, used }: OrderDetail, id: string): string {
  const sums = [estimate, used].map((lines) =>
    sumOfQuantities(lines.filter(({ materialId }) => materialId === id)),
  );
  return String(Math.max(...sums.map(Number)));
}

export function useManyLines(order: OrderDetail, stock: Stock): (lines: readonly Line[]) => string[] {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const { usual } = order;
  return (lines) => {
    if (!usual) return [];
    const named = lines.map(({ materialId, quantity }) => {
      const material = stock.find((listed) => listed.materialId === materialId);
      const name = material ? nameIn(material.nameEn, material.nameBn) : t('cost.gone');
      return { name, quantity, unit: material?.unit ?? '', known: knownOf(order, materialId) };
    });
    return unusualLines(named, usual).map((line) =>
      t('cost.many', {
        name: named[line.index]?.name ?? '',
        quantity: named[line.index]?.quantity ?? '',
        usual: line.usual,
      }),
    );
  };
}
