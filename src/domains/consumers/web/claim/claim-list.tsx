/** Claims that wait for staff: both persons side by side, and what speaks for or against it. */
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGo } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { RowDialog } from '#web/ui/list/rows/row-dialog.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  CLAIM_STATES,
  type ClaimRow,
  decideClaim,
  listClaims,
  listClaimsDownload,
  undoClaim,
} from '../../claim/waiting/contract.ts';
import { useName } from '../use-name.ts';
import { CLAIM_TONES } from './own-claims.tsx';

type Step = 'accept' | 'refuse' | 'undo';

function useClaimColumns(): Column<ClaimRow>[] {
  const t = useTexts('consumers');
  const nameOf = useName();
  const { digits, shortInstant } = useFormats();
  /** One line a row: what does not fit is cut, and is on the two records. */
  const line = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(' · ');
  const nid = (row: ClaimRow) =>
    row.sameNid !== null && t(row.sameNid ? 'claims.same_nid' : 'claims.other_nid');
  return [
    {
      key: 'entry',
      title: t('claims.entry'),
      value: ({ entry, state }) =>
        line(
          nameOf(entry),
          ...[digits(entry.number), digits(entry.phone), entry.address],
          state === 'WAITING' && entry.hasAccount && t('claims.has_account'),
        ),
      to: (row) => ({ path: `/customer-management/${row.entry.id}` }),
      isShort: true,
    },
    {
      key: 'state',
      title: t('claims.state'),
      value: (row) => <StateChip tone={CLAIM_TONES[row.state]}>{t(`claims.states.${row.state}`)}</StateChip>,
    },
    {
      key: 'claimant',
      fields: ['claimant', 'sameNid'],
      title: t('claims.claimant'),
      value: (row) => line(row.claimant.name, digits(row.claimant.phone), nid(row)),
      onCard: true,
      isShort: true,
    },
    {
      key: 'asked',
      fields: ['askedAt', 'customerNumber'],
      title: t('claims.asked'),
      value: (row) => line(shortInstant(row.askedAt), digits(row.customerNumber)),
      sort: 'askedAt',
      onCard: true,
    },
    {
      key: 'decided',
      fields: ['decidedAt', 'decidedBy', 'provenBy', 'reason', 'undoneAt', 'undoneBy', 'undoReason'],
      title: t('claims.decided'),
      isShort: true,
      value: (row) => {
        if (row.undoneAt) return line(shortInstant(row.undoneAt), row.undoneBy, row.undoReason);
        if (!row.decidedAt) return null;
        const who = t(`claims.by.${row.provenBy ?? 'STAFF'}`, { name: row.decidedBy ?? '' });
        return line(shortInstant(row.decidedAt), who, row.reason);
      },
    },
  ];
}

export function ClaimList() {
  const t = useTexts('consumers');
  const go = useGo();
  const nameOf = useName();
  const columns = useClaimColumns();
  const [open, setOpen] = useState<{ claim: ClaimRow; step: Step } | null>(null);
  const step = (claim: ClaimRow, step: Step, danger: boolean) => ({
    ...{ label: t(`claims.${step}`), danger },
    run: () => setOpen({ claim, step }),
  });
  const actions = (claim: ClaimRow) => [
    ...(claim.state === 'WAITING' ? [step(claim, 'accept', false), step(claim, 'refuse', true)] : []),
    ...(claim.state === 'JOINED' ? [step(claim, 'undo', true)] : []),
    { label: t('claims.show_entry'), run: () => go(`/customer-management/${claim.entry.id}`) },
    { label: t('claims.show_claimant'), run: () => go(`/customer-management/${claim.claimant.id}`) },
  ];
  const items = CLAIM_STATES.map((value) => ({ value, label: t(`claims.states.${value}`) }));
  const counts = (answer: EndpointAnswer<typeof listClaims>) => answer.counts;
  return (
    <>
      <ListPage
        endpoint={listClaims}
        exports={useExports(listClaimsDownload, 'claims')}
        title={t('claims.title')}
        about={t('claims.about')}
        searchable={false}
        tabs={{ name: 'state', items, counts }}
        nameOf={(row) => nameOf(row.entry)}
        empty={{ title: t('claims.empty'), text: t('claims.empty_help') }}
        {...{ columns, actions }}
      />
      {open ? (
        <RowDialog
          endpoint={listClaims}
          columns={columns}
          rows={[open.claim]}
          fits={({ state }) => state === (open.step === 'undo' ? 'JOINED' : 'WAITING')}
        >
          {(claim) =>
            open.step === 'undo' ? (
              <UndoDialog claim={claim} close={() => setOpen(null)} />
            ) : (
              <DecideDialog claim={claim} accept={open.step === 'accept'} close={() => setOpen(null)} />
            )
          }
        </RowDialog>
      ) : null}
    </>
  );
}

type DialogProps = { claim: ClaimRow; close: () => void };

function DecideDialog({ claim, accept, close }: DialogProps & { accept: boolean }) {
  const t = useTexts('consumers');
  const form = useForm(decideClaim, {
    initial: { reason: '' },
    input: { params: { id: claim.id } },
    extra: { accept },
    onDone: () => {
      close();
      return toast('success', t(accept ? 'claims.accepted' : 'claims.refused'));
    },
  });
  return <StepDialog form={form} step={accept ? 'accept' : 'refuse'} {...{ claim, close }} />;
}

function UndoDialog({ claim, close }: DialogProps) {
  const t = useTexts('consumers');
  const form = useForm(undoClaim, {
    initial: { reason: '' },
    input: { params: { id: claim.id } },
    onDone: () => {
      close();
      return toast('success', t('claims.undone'));
    },
  });
  return <StepDialog form={form} step="undo" {...{ claim, close }} />;
}

type ReasonForm = Parameters<typeof FormBody>[0]['form'] & FormFields<'reason'>;

function StepDialog({ form, step, claim, close }: DialogProps & { form: ReasonForm; step: Step }) {
  const t = useTexts('consumers');
  const { digits } = useFormats();
  const about = { number: digits(claim.entry.number), name: claim.claimant.name };
  return (
    <FormDialog title={t(`claims.${step}_title`, about)} close={close}>
      <FormBody form={form} submit={t(`claims.${step}`)} danger={step !== 'accept'} cancel={close}>
        <p>{t(`claims.${step}_about`, about)}</p>
        <LongTextField
          form={form}
          name="reason"
          label={t('claims.reason')}
          help={t('claims.reason_help')}
          required
        />
      </FormBody>
    </FormDialog>
  );
}
