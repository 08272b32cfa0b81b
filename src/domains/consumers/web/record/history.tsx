/** Every change of the entry: who, when, why, and each field before and after. */
import { useProgramName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Instant } from '#web/ui/figures.tsx';
import { Failed, NothingYet } from '#web/ui/list/empty.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import type { ConsumerRecord } from '../../contract.ts';
import { consumerHistory } from '../../record/contract.ts';
import { type Difference, differences } from './changes.rules.ts';
import style from './record.module.css';

const ACTIONS = [
  'create',
  'edit',
  'merge',
  'delete',
  'import',
  'register',
  'join',
  'claim',
  'claim-refused',
  'claim-ask',
  'claim-decide',
  'claim-undo',
] as const;
type KnownAction = (typeof ACTIONS)[number];

const FIELDS = {
  number: 'list.number',
  name: 'list.name',
  nameBn: 'list.name_bn',
  phone: 'list.phone',
  email: 'list.email',
  nid: 'list.nid',
  dateOfBirth: 'list.birth',
  address: 'list.address',
  status: 'list.status',
  mergedNumber: 'record.merged_number',
  mergedInto: 'record.merged_into',
} as const;
const STATES = ['active', 'inactive', 'merged'] as const;

function Changes({ changes }: { changes: readonly Difference[] }) {
  const t = useTexts('consumers');
  const { numberOrText } = useFormats();
  const written = ({ field }: Difference, value: string) => {
    const state = STATES.find((state) => state === value);
    if (value === '') return '—';
    return field === 'status' && state ? t(`list.${state}`) : numberOrText(value);
  };
  if (changes.length === 0) return null;
  return (
    <div className={style.scroll}>
      <table className={style.changes}>
        <thead>
          <tr>
            <th scope="col">{t('record.field')}</th>
            <th scope="col">{t('record.before')}</th>
            <th scope="col">{t('record.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.field}>
              <th scope="row">{t(FIELDS[change.field as keyof typeof FIELDS])}</th>
              <td>
                <del>{written(change, change.before)}</del>
              </td>
              <td>{written(change, change.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function History({ consumer }: { consumer: ConsumerRecord }) {
  const t = useTexts('consumers');
  const programName = useProgramName();
  const { data, error, refetch } = useAnswer(consumerHistory, { params: { id: consumer.id } });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  const titleOf = (action: string) => {
    const known = ACTIONS.find((known): known is KnownAction => action === `consumer.${known}`);
    return t(`actions.${known ?? 'other'}`);
  };
  return (
    <Sheet title={t('record.history')}>
      {data.items.length === 0 ? <NothingYet title={t('record.history_empty')} /> : null}
      <ol className={style.history}>
        {data.items.map((entry) => (
          <li key={entry.id}>
            <h3>{titleOf(entry.action)}</h3>
            <p className={style.note}>
              <Instant at={entry.at} /> · {programName(entry.role) ?? entry.actorName}
            </p>
            {entry.reason ? <p>{t('record.because', { reason: entry.reason })}</p> : null}
            <Changes changes={differences(entry)} />
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
