/** What the earlier owner reads of a connection that changed hands: when, and how it is with their last bill. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';

type Connection = { changedOn: string | null; hasFinalBill: boolean; dueMinor: number };

/** @returns the sentence, or null of a connection that is still theirs */
export function useChangedHands(): (connection: Connection) => string | null {
  const t = useTexts('billing');
  const { day } = useFormats();
  return ({ changedOn, hasFinalBill, dueMinor }) => {
    if (!changedOn) return null;
    const how = !hasFinalBill ? 'comes' : dueMinor > 0 ? 'owes' : 'paid';
    return t(`changed_hands.${how}`, { day: day(changedOn) });
  };
}
