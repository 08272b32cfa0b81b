/** The chain's desks with their officers, deputies and load; the director puts them in order. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField, SelectField } from '#web/ui/form/choice-fields.tsx';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FieldRow, FormBody } from '#web/ui/form/form-page.tsx';
import { WholeField } from '#web/ui/form/number-fields.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { createDesk, listDesks } from '../../noc/contract.ts';
import { type CheckLine, CheckLines } from './check-lines.tsx';
import { DelegationDialog } from './delegation-dialog.tsx';
import { DelegationLine } from './delegation-line.tsx';
import style from './desk.module.css';

type Desk = RowOf<typeof listDesks>;
type Officer = z.output<(typeof listDesks)['output']>['officers'][number];

export function DeskSetup() {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { number, day } = useFormats();
  const found = useAnswer(listDesks);
  const [edited, setEdited] = useState<Desk | null>(null);
  const [handedOver, setHandedOver] = useState<Desk | null>(null);
  if (found.error && !found.data) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  const { items, officers } = found.data;
  // What of a desk a handing over rests on.
  const columns: Column<Desk>[] = [
    { key: 'officerName', title: t('desk.officer'), value: (desk) => desk.officerName ?? t('desk.anybody') },
    {
      key: 'delegations',
      title: t('delegation.title'),
      value: ({ delegations }) =>
        delegations.map(({ id, deputyName: name, firstDay, lastDay }) => (
          <p key={id}>{t('delegation.of_desk', { name, from: day(firstDay), until: day(lastDay) })}</p>
        )),
    },
  ];
  return (
    <Sheet title={t('desk.desks')}>
      <ul className={style.desks}>
        {items.map((desk) => (
          <li key={desk.id} className={style.desk}>
            <div>
              <b>
                {number(desk.position)}. {roleName(desk.roleCode, desk.name)}
              </b>
              <div className={style.soft}>
                {desk.officerName ?? t('desk.anybody')} · {t('desk.load', { count: desk.openApplications })} ·{' '}
                {t('desk.days', { count: desk.workingDays })}
                {desk.checks.length > 0 ? ` · ${t('desk.checked', { count: desk.checks.length })}` : null}
              </div>
              <Loads desk={desk} officers={officers} />
              {desk.officerGone ? (
                <p className={style.gone} role="status">
                  {t('desk.officer_gone')}
                </p>
              ) : null}
              {desk.delegations.map((delegation) => (
                <DelegationLine
                  key={delegation.id}
                  delegation={delegation}
                  text={t('delegation.of_desk', {
                    name: delegation.deputyName,
                    from: day(delegation.firstDay),
                    until: day(delegation.lastDay),
                  })}
                  mayEnd
                />
              ))}
            </div>
            <StateChip tone={desk.active ? 'green' : 'grey'}>
              {t(desk.active ? 'desk.active' : 'desk.skipped')}
            </StateChip>
            <div className={style.acts}>
              {desk.officerId && !desk.officerGone ? (
                <Button size="compact-sm" variant="subtle" onClick={() => setHandedOver(desk)}>
                  {t('delegation.hand_over')}
                </Button>
              ) : null}
              <Button size="compact-sm" variant="subtle" onClick={() => setEdited(desk)}>
                {t('desk.edit')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {handedOver ? (
        <RowDialog
          endpoint={listDesks}
          columns={columns}
          rows={[handedOver]}
          fits={({ officerId, officerGone }) => officerId !== null && !officerGone}
        >
          {(desk) => <DelegationDialog desk={desk} close={() => setHandedOver(null)} />}
        </RowDialog>
      ) : null}
      {edited ? <DeskDialog desk={edited} officers={officers} close={() => setEdited(null)} /> : null}
    </Sheet>
  );
}

/** How many applications each person of the desk has, if not all are with its officer. */
function Loads({ desk, officers }: { desk: Desk; officers: readonly Officer[] }) {
  const t = useTexts('applications');
  const having = officers.filter(
    ({ roleCode, openApplications }) => roleCode === desk.roleCode && openApplications > 0,
  );
  if (having.every(({ id }) => id === desk.officerId)) return null;
  return (
    <div className={style.soft}>
      {having.map(({ name, openApplications: count }) => t('desk.person_load', { name, count })).join(' · ')}
    </div>
  );
}

type DeskDialogProps = { desk: Desk; officers: readonly Officer[]; close: () => void };

function DeskDialog({ desk, officers, close }: DeskDialogProps) {
  const t = useTexts('applications');
  const common = useTexts('common');
  const roleName = useRoleName();
  const form = useForm(createDesk, {
    initial: {
      name: desk.name,
      position: desk.position,
      // Who is gone is not offered any more.
      officerId: desk.officerGone ? undefined : (desk.officerId ?? undefined),
      workingDays: desk.workingDays,
      active: desk.active,
      checks: desk.checks.map(
        ({ documentKind, en, bn, required }): CheckLine => ({
          ...{ documentKind, required },
          ...{ en: en ?? '', bn: bn ?? '' },
        }),
      ),
    },
    version: desk.version,
    extra: { roleCode: desk.roleCode },
    onDone: () => {
      close();
      return toast('success', t('desk.saved'));
    },
  });
  const own = officers.filter((officer) => officer.roleCode === desk.roleCode);
  return (
    <FormDialog title={roleName(desk.roleCode, desk.name)} close={close}>
      <FormBody form={form} submit={common('actions.save')} cancel={close}>
        <FieldRow>
          <TextField form={form} name="name" label={t('desk.name')} required />
          <WholeField form={form} name="position" label={t('desk.position')} required />
        </FieldRow>
        <SelectField
          form={form}
          name="officerId"
          label={t('desk.officer')}
          help={t('desk.officer_help')}
          options={own.map((officer) => ({ value: officer.id, label: officer.name }))}
          placeholder={t('desk.anybody')}
        />
        <WholeField form={form} name="workingDays" label={t('desk.working_days')} required />
        <CheckLines form={form as unknown as FormFields<string>} />
        <CheckField form={form} name="active" label={t('desk.active')} help={t('desk.active_help')} />
      </FormBody>
    </FormDialog>
  );
}
