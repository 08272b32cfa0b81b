/** A view in the menu: its name, whether it is the one that shows, and how many rows it has. */
import { IconCheck } from '@tabler/icons-react';
import type { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import { useAnswer } from '../../../calls/use-answer.ts';
import { useTexts } from '../../../texts/texts.ts';
import { useFormats } from '../../../texts/use-formats.ts';
import style from '../list-tools.module.css';
import type { SavedView } from './arrangement.rules.ts';

type Source = {
  endpoint: Endpoint;
  params?: object | undefined;
  fixed?: Readonly<Record<string, unknown>> | undefined;
};
type ViewNameProps = Source & { view: SavedView | null; isCurrent: boolean; isCounted: boolean };

/** What of a view the list's endpoint takes; the order of the rows does not change their number. */
function counting({ endpoint, fixed }: Source, view: SavedView | null) {
  const fields = Object.keys((endpoint.query as Partial<z.ZodObject>).shape ?? {});
  const taken = Object.entries(view?.query ?? {}).filter(
    ([name]) => fields.includes(name) && name !== 'sort' && name !== 'limit' && name !== 'offset',
  );
  return { ...Object.fromEntries(taken), ...fixed, limit: 1 };
}

function Count({ view, ...source }: Source & { view: SavedView | null }) {
  const t = useTexts('lists');
  const { number } = useFormats();
  const { endpoint, params } = source;
  const input = { query: counting(source, view), ...(params ? { params } : {}) };
  const total = (useAnswer(endpoint, input).data as { total?: number } | undefined)?.total;
  if (total === undefined) return null;
  return (
    <span className={style.count}>
      <span aria-hidden="true">{number(total)}</span>
      <span className={style.spoken}>{t('views.rows', { count: total })}</span>
    </span>
  );
}

export function ViewName({ view, isCurrent, isCounted, ...source }: ViewNameProps) {
  const t = useTexts('lists');
  return (
    <span className={style.choice}>
      <span className={style.tick}>{isCurrent ? <IconCheck size={15} aria-hidden="true" /> : null}</span>
      <span className={style.choiceName}>
        {view?.name ?? t('views.all_rows')}
        {view && !view.isOwn ? <small>{t('views.by', { name: view.ownerName })}</small> : null}
      </span>
      {isCounted ? <Count {...source} view={view} /> : null}
    </span>
  );
}
