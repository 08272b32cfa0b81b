import { useTexts } from '#web/texts/texts.ts';

/** The name of who did something, and of the officer in whose place they did. */
export function useNameFor() {
  const t = useTexts('applications');
  return (name: string, officer: unknown) =>
    typeof officer === 'string' && officer ? t('delegation.name_for', { name, officer }) : name;
}
