/** What a desk checks, with what is ticked and not saved yet: it stays while the way of the decision is chosen. */
import { useId, useRef, useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useUnsavedGuard } from '#web/ui/use-unsaved-guard.ts';
import { type ApplicationDetail, errors } from '../../contract.ts';
import { saveChecks } from '../../noc/contract.ts';

export type Check = ApplicationDetail['deskChecks'][number];
export type Answer = { checked: boolean; remark: string };

const savedOf = ({ answered, paperMissing }: Check): Answer => ({
  checked: answered?.answer === 'CHECKED' && !paperMissing,
  remark: answered?.remark ?? '',
});

export function useChecklist({ id, version, deskChecks }: ApplicationDetail) {
  const t = useTexts('applications');
  const [edits, setEdits] = useState<Readonly<Record<string, Answer>>>({});
  const left = useRef(false);
  const isChanged = Object.keys(edits).length > 0;
  useUnsavedGuard(useId(), isChanged, left);
  const saving = useAction(saveChecks, {
    onDone: () => {
      setEdits({});
      return toast('success', t('done.noc-check'));
    },
  });
  const answerOf = (check: Check): Answer => edits[check.id] ?? savedOf(check);
  const isOpen = (check: Check) => {
    const { checked, remark } = answerOf(check);
    return check.required && !checked && !remark.trim();
  };
  /** What the server does not have yet. */
  const checks = deskChecks
    .filter((check) => check.id in edits)
    .map((check) => ({ itemId: check.id, ...answerOf(check) }));
  const open = deskChecks.filter(isOpen).length;
  return {
    items: deskChecks,
    ...{ answerOf, isOpen, isChanged, checks, open },
    isSaving: saving.isRunning,
    /** Why nothing is approved: the server says the same. */
    problems: open > 0 ? [{ path: 'checks', code: errors.checks_open.code, params: { count: open } }] : [],
    /** Its field of the call. */
    fieldOf: (check: Check) => `checks.${checks.findIndex(({ itemId }) => itemId === check.id)}`,
    change: (check: Check, part: Partial<Answer>) =>
      setEdits({ ...edits, [check.id]: { ...answerOf(check), ...part } }),
    save: () => saving.run({ params: { id }, body: { version, checks } }),
    /** They went with the decision. */
    sent: () => {
      left.current = true;
      setEdits({});
    },
  };
}
export type Checklist = ReturnType<typeof useChecklist>;
