/** By which gateway somebody pays: shown if there is a choice. The first one that is offered is chosen already. */
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { GatewayName } from '#shared/gateway-names.ts';
import { webConfig } from '#web/config.ts';
import { useTexts } from '#web/texts/texts.ts';

/** Those that are offered, and the one that is chosen; undefined: none is offered. */
export function useGateway() {
  const offered = webConfig().gateways ?? [];
  const [chosen, choose] = useState<GatewayName | undefined>(offered[0]);
  return { offered, chosen, choose };
}

export function GatewayChoice({ offered, chosen, choose }: ReturnType<typeof useGateway>) {
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
