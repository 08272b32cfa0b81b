/** By which gateway somebody pays: shown if there is a choice. */
import { Radio, Stack } from '@mantine/core';
import { useTexts } from '#web/texts/texts.ts';
import type { Gateways } from './use-gateway.ts';

export function GatewayChoice({ offered, chosen, choose }: Gateways) {
  const t = useTexts('payments');
  if (!chosen || offered.length < 2) return null;
  return (
    <Radio.Group
      label={t('pay.way')}
      value={chosen}
      onChange={(name) => choose(offered.find((gateway) => gateway === name))}
    >
      <Stack gap={8} mt={6}>
        {offered.map((name) => (
          <Radio key={name} value={name} label={t(`pay.gateways.${name}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
