/** What a person has open, and the choice of who goes on with it. */
import { Alert, NativeSelect, Skeleton } from '@mantine/core';
import { IconBriefcase } from '@tabler/icons-react';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { getOpenWork, type OpenWorkAnswer } from '../../users/contract.ts';
import style from './users.module.css';

/** Open work of an account, asked when it is to be shown. */
export function useOpenWork(userId: string, role?: string) {
  const query = role ? { role } : {};
  return useAnswer(getOpenWork, { params: { id: userId }, query }, { staleTime: 0 });
}

/** "Assigned applications: 12", a line for each kind. */
export function WorkItems({ items }: { items: OpenWorkAnswer['items'] }) {
  const language = useLanguage();
  const { number } = useFormats();
  return (
    <ul className={style.work}>
      {items.map(({ kind, title, count }) => (
        <li key={kind}>
          {title[language]} <b>{number(count)}</b>
        </li>
      ))}
    </ul>
  );
}

type HandOverProps = {
  work: ReturnType<typeof useOpenWork>;
  name: string;
  chosen: string | undefined;
  choose: (id: string | undefined) => void;
  /** Deleting leaves nobody to come back to it. */
  required: boolean;
  /** What was wrong with the choice. */
  problem?: string | undefined;
};

export function HandOver({ work, name, chosen, choose, required, problem }: HandOverProps) {
  const t = useTexts('identity');
  const roleName = useRoleName();
  const { data, error } = work;
  if (error) return <Failed error={error} retry={work.refetch} />;
  if (!data) return <Skeleton height={96} aria-label={t('users.asking_work')} />;
  if (data.items.length === 0) return <p className={style.quiet}>{t('users.no_work', { name })}</p>;
  const nobody = data.successors.length === 0;
  return (
    <Alert color="yellow" icon={<IconBriefcase size={20} aria-hidden="true" />}>
      <b>{t('users.has_work', { name })}</b>
      <WorkItems items={data.items} />
      {nobody ? (
        <p className={style.quiet}>{t('users.no_successor')}</p>
      ) : (
        <NativeSelect
          label={t('users.successor')}
          description={t('users.successor_help')}
          withAsterisk={required}
          error={problem}
          value={chosen ?? ''}
          onChange={(event) => choose(event.currentTarget.value || undefined)}
          data={[
            { value: '', label: t(required ? 'users.choose_successor' : 'users.keep_work') },
            ...data.successors.map((successor) => ({
              value: successor.id,
              label: `${successor.name} (${roleName(successor.role, successor.roleName)})`,
            })),
          ]}
        />
      )}
    </Alert>
  );
}

type LostWorkProps = Pick<HandOverProps, 'name' | 'chosen' | 'choose' | 'problem'> & {
  userId: string;
  /** The role that the person is given. */
  role: string;
};

/** What the person may not do any more by another role; nothing is shown if there is none. */
export function LostWork({ userId, role, ...props }: LostWorkProps) {
  const work = useOpenWork(userId, role);
  if (!work.error && !work.data?.items.length) return null;
  return <HandOver {...props} work={work} required />;
}
