/** The remarks of the desks, the oldest first. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ApplicationDetail } from '../../contract.ts';
import { KeptChecks } from '../desk/kept-checks.tsx';
import { useNameFor } from '../name-for.ts';
import style from './remark-list.module.css';

const TONES = { remark: 'grey', approve: 'green', return: 'amber', reject: 'red' } as const;

export function RemarkList({ remarks }: { remarks: ApplicationDetail['remarks'] }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const nameFor = useNameFor();
  const { instant } = useFormats();
  if (remarks.length === 0) return <p className={style.soft}>{t('noc.no_remarks')}</p>;
  return (
    <ul className={style.remarks}>
      {remarks.map((remark) => (
        <li key={remark.id} className={style.remark}>
          <div className={style.head}>
            <span className={style.name}>{nameFor(remark.name, remark.onBehalfOf)}</span>
            <StateChip tone={TONES[remark.kind]}>{t(`noc.kinds.${remark.kind}`)}</StateChip>
          </div>
          {remark.text ? <p>{remark.text}</p> : null}
          <KeptChecks checks={remark.checks} />
          <div className={style.soft}>
            {roleName(remark.roleCode, remark.roleCode)} · {instant(remark.at)}
            {remark.shared ? ` · ${t('noc.shared')}` : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
