/** Who has a desk in the place of its officer until when, with the button that ends it. */
import { Button } from '@mantine/core';
import { useAction } from '#web/calls/use-action.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { endDelegation, type listDesks } from '../../noc/contract.ts';
import style from './desk.module.css';

type Delegation = RowOf<typeof listDesks>['delegations'][number];

type DelegationLineProps = { delegation: Delegation; text: string; mayEnd: boolean };

export function DelegationLine({ delegation, text, mayEnd }: DelegationLineProps) {
  const t = useTexts('applications');
  const end = useAction(endDelegation, { onDone: () => toast('success', t('delegation.ended')) });
  const ask = async () => {
    const own = { question: t('delegation.end_question'), yes: t('delegation.end') };
    if (await confirm('submit', text, own)) end.run({ params: { id: delegation.id } });
  };
  return (
    <p className={style.delegation} role="status">
      <span>
        {text}
        {delegation.reason ? <span className={style.soft}> {delegation.reason}</span> : null}
      </span>
      {mayEnd ? (
        <Button size="compact-sm" variant="subtle" loading={end.isRunning} onClick={ask}>
          {t('delegation.end')}
        </Button>
      ) : null}
    </p>
  );
}
