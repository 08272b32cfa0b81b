/** Which order a dialog is about: number and category, then the place and who asked. */
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Subject } from '#web/ui/form/form-dialog.tsx';
import type { OrderItem } from '../../contract.ts';

export function useSubject(order: OrderItem): Subject {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  // A household does not read who of the office asked.
  const asked = order.askedBy ? [`${t('list.asked_by')}: ${order.askedBy}`] : [];
  return {
    what: `${digits(order.number)} · ${nameIn(order.categoryEn, order.categoryBn)}`,
    which: [place(order), ...asked].join(' · '),
  };
}
