import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { MenuChoice } from '#web/ui/menu/menu-choice.ts';
import type { RecordAction } from '#web/ui/record/record-page.tsx';
import { type ConsumerRecord, deleteConsumer } from '../../contract.ts';
import { sendConsumerPassword } from '../../record/contract.ts';
import { recordPath } from '../record-path.ts';
import { useName } from '../use-name.ts';
import type { Step } from './step-dialog.tsx';

/** What the person may do with the consumer; a merged one is only looked at. */
export function useSteps(
  consumer: ConsumerRecord,
  open: (step: Step) => void,
): { actions: RecordAction[]; more: MenuChoice[] } {
  const t = useTexts('consumers');
  const common = useTexts('common');
  const may = useMay();
  const go = useGo();
  const nameOf = useName();
  const send = useAction(sendConsumerPassword, { onDone: () => toast('success', t('steps.password_sent')) });
  const remove = useAction(deleteConsumer, {
    onDone: async () => {
      await go('/customer-management', { page: 1 });
      return toast('success', t('list.deleted'));
    },
  });
  const { id, status, account } = consumer;
  if (status === 'merged') return { actions: [], more: [] };
  const isActive = status === 'active';
  const askDelete = async () => (await confirm('delete', nameOf(consumer))) && remove.run({ params: { id } });
  const edits: RecordAction[] = may('consumers:edit')
    ? [
        { label: common('actions.edit'), run: () => open('edit') },
        ...(account?.status === 'active'
          ? [
              {
                label: t('steps.send_password'),
                run: () => send.run({ body: { id } }),
                quiet: true,
                isRunning: send.isRunning,
              },
            ]
          : []),
      ]
    : [];
  const more: MenuChoice[] = [
    ...(may('consumers:edit')
      ? [
          ...(account ? [{ label: t('steps.photo'), run: () => open('photo') }] : []),
          {
            label: t(isActive ? 'steps.deactivate' : 'steps.activate'),
            run: () => open(isActive ? 'deactivate' : 'activate'),
          },
        ]
      : []),
    ...(may('consumers:delete')
      ? [
          { label: t('steps.merge'), run: () => go(`${recordPath(id)}/merge`) },
          { label: common('actions.delete'), danger: true, run: askDelete },
        ]
      : []),
  ];
  return { actions: edits, more };
}
