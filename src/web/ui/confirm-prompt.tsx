import { Button, Group, Modal, Text } from '@mantine/core';
import type { Question } from '../state/confirm.ts';
import { useTexts } from '../texts/texts.ts';
import { useFocusBack } from './use-focus-back.ts';

/** The specification's confirm prompt: the safe choice has the focus, deleting is red. */
export function ConfirmPrompt({ kind, detail, own, answer }: Question & { answer: (yes: boolean) => void }) {
  const t = useTexts('common');
  useFocusBack();
  return (
    <Modal
      opened
      onClose={() => answer(false)}
      title={t('confirm.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <Text fw={600}>{own?.question ?? t(`confirm.${kind}`)}</Text>
      {detail ? (
        <Text c="dimmed" mt={4}>
          {detail}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" data-autofocus onClick={() => answer(false)}>
          {own?.no ?? (kind === 'leave' ? t('confirm.stay') : t('actions.cancel'))}
        </Button>
        <Button color={kind === 'submit' ? 'brand' : 'red.8'} onClick={() => answer(true)}>
          {own?.yes ??
            (kind === 'delete' ? t('actions.delete') : kind === 'leave' ? t('confirm.go') : t('confirm.yes'))}
        </Button>
      </Group>
    </Modal>
  );
}
