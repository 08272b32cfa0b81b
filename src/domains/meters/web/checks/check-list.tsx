/** The checks of readings: for all consumers, and for categories that have limits of their own. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { listReadingChecks, type ReadingCheck, removeReadingCheck } from '../../checks/contract.ts';
import { CheckDialog } from './check-dialog.tsx';
import style from './checks.module.css';
import { EstimateSettings } from './estimate-settings.tsx';
import { useCategoryLabel, useLimitText } from './limit-text.ts';

const TONES = { OFF: 'grey', REVIEW: 'amber', SECOND_APPROVER: 'violet', REFUSE: 'red' } as const;

export function CheckList() {
  const t = useTexts('settings');
  const found = useAnswer(listReadingChecks);
  const categoryLabel = useCategoryLabel();
  const [open, setOpen] = useState<ReadingCheck | 'new' | null>(null);
  if (found.error) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { items } = found.data;
  const categories = [...new Set(items.map((check) => check.category))];
  return (
    <div className={style.page}>
      <PageHead title={t('rules.checks.title')} about={t('rules.checks.about')}>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('new')}>
          {t('rules.checks.add')}
        </Button>
      </PageHead>
      {categories.map((category) => (
        <Sheet key={category} title={categoryLabel(category)}>
          <ul className={style.checks}>
            {items
              .filter((check) => check.category === category)
              .map((check) => (
                <CheckLine key={check.code} check={check} edit={() => setOpen(check)} />
              ))}
          </ul>
        </Sheet>
      ))}
      <EstimateSettings />
      {open ? (
        <CheckDialog check={open === 'new' ? null : open} all={items} close={() => setOpen(null)} />
      ) : null}
    </div>
  );
}

function CheckLine({ check, edit }: { check: ReadingCheck; edit: () => void }) {
  const t = useTexts('settings');
  const words = useTexts('meters');
  const limitText = useLimitText();
  const remove = useAction(removeReadingCheck, { onDone: () => toast('success', t('rules.checks.removed')) });
  const { code, category } = check;
  const takeAway = async () => {
    if (await confirm('delete', words(`flags.${code}`))) remove.run({ query: { code, category } });
  };
  return (
    <li className={style.check}>
      <span className={style.name}>
        <b>{words(`flags.${code}`)}</b>
        <span className={style.limits}>{limitText(check)}</span>
      </span>
      <StateChip tone={TONES[check.effect]}>{t(`rules.checks.effects.${check.effect}`)}</StateChip>
      <span className={style.buttons}>
        <Button size="compact-sm" variant="default" onClick={edit}>
          {t('rules.checks.edit')}
        </Button>
        {category === '*' ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red.8"
            loading={remove.isRunning}
            onClick={() => void takeAway()}
          >
            {t('rules.checks.remove')}
          </Button>
        )}
      </span>
    </li>
  );
}
