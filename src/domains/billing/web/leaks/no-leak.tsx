/** On the page of a bill, for the office: why no leak can be noted of it. */
import { Text } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { LeakHindrance } from '../../leaks/leak.rules.ts';

export function NoLeak({ of: { why, params } }: { of: LeakHindrance }) {
  const t = useTexts('leaks');
  const { cubicMetres } = useFormats();
  return (
    <Text size="sm" c="dimmed">
      {t('why_not.title')} {t(`why_not.${why}`, { ...params, litres: cubicMetres(params.litres ?? 0) })}
    </Text>
  );
}
