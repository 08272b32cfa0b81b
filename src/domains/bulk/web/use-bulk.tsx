/** The bulk actions of a list: what the server offers to this person, the dialog, and what runs now. */
import { useState } from 'react';
import type { Endpoint } from '#shared/endpoint.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useLanguage } from '#web/texts/texts.ts';
import type { BulkAction, Chosen } from '#web/ui/list/bulk-bar.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { type BulkJob, listActions } from '../contract.ts';
import type { Choice } from './bulk-dialog.tsx';
import type { ToldForm } from './told-fields.ts';

const BulkDialog = onDemand(() => import('./bulk-dialog.tsx').then((file) => file.BulkDialog));
const RunningJobs = onDemand(() => import('./running-jobs.tsx').then((file) => file.RunningJobs));

/** The acts that make sense in a list, by their names, with what each is told. */
export type BulkOffer = Readonly<Record<string, ToldForm>>;

type Versioned = { id: string; version: number };
type Asked = { action: { name: string; title: string }; of: Choice; end: (done: boolean) => void };

export function useBulk<R extends Versioned>(list: Endpoint, offer: BulkOffer) {
  const canUse = useMay()('bulk:use');
  const language = useLanguage();
  const { data } = useAnswer(listActions, {}, { enabled: canUse, afterActs: 'when-shown' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [started, setStarted] = useState<readonly string[]>([]);
  const actions = (data?.items ?? [])
    .filter(({ name }) => name in offer)
    .map(
      ({ name, title }): BulkAction<R> => ({
        label: title[language],
        takesAll: true,
        run: (_ids, chosen) =>
          new Promise<boolean>((end) =>
            setAsked({ action: { name, title: title[language] }, of: choiceOf(list, chosen), end }),
          ),
      }),
    );
  const close = (job?: BulkJob) => {
    asked?.end(job !== undefined);
    if (job) setStarted((known) => [...known, job.id]);
    setAsked(null);
  };
  return {
    bulk: actions.length > 0 ? actions : undefined,
    running: canUse ? <RunningJobs started={started} /> : null,
    dialog: asked ? (
      <BulkDialog action={asked.action} of={asked.of} told={offer[asked.action.name]} close={close} />
    ) : null,
  };
}

function choiceOf<R extends Versioned>(list: Endpoint, { rows, all }: Chosen<R>): Choice {
  if (!all) return { items: rows.map(({ id, version }) => ({ id, version })) };
  const given = Object.entries(all.query).filter(([, value]) => value !== undefined && value !== '');
  return { list: list.path, query: Object.fromEntries(given.map(([name, value]) => [name, String(value)])) };
}
