/** The state of an account in a word: whether the person can sign in, and if not yet, why. */
import { useTexts } from '#web/texts/texts.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { User } from '../../users/contract.ts';

export function UserState({ user }: { user: User }) {
  const t = useTexts('identity');
  if (user.status === 'disabled') return <StateChip tone="grey">{t('users.disabled')}</StateChip>;
  if (!user.hasPassword) return <StateChip tone="amber">{t('users.invited')}</StateChip>;
  return <StateChip tone="green">{t('users.active')}</StateChip>;
}
