/** Approve, return with what is to be corrected, refuse, or only leave a remark. */
import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { errorTextNow } from '#web/calls/error-text.ts';
import { useProfile } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { CheckField } from '#web/ui/form/choice-fields.tsx';
import { fieldId } from '#web/ui/form/field.ts';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { LongTextField } from '#web/ui/form/text-fields.tsx';
import { type FormFields, useForm } from '#web/ui/form/use-form.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import { type ApplicationDetail, errors } from '../../contract.ts';
import { decideNoc, remarkNoc } from '../../noc/contract.ts';
import { CorrectionItems } from '../record/correction-items.tsx';
import { Checks } from './checklist.tsx';
import style from './desk.module.css';
import { type Checklist, useChecklist } from './use-checklist.ts';

const WAYS = ['approve', 'return', 'reject', 'remark'] as const;
type Way = (typeof WAYS)[number];
const ACTION_OF = {
  approve: 'noc-approve',
  return: 'noc-return',
  reject: 'noc-reject',
  remark: 'noc-remark',
} as const;

type DecisionProps = { application: ApplicationDetail; done: () => unknown };

export function Decision({ application, done }: DecisionProps) {
  const t = useTexts('applications');
  const { can } = application;
  const ways = WAYS.filter((way) => can[ACTION_OF[way]]?.allowed);
  const [chosen, setChosen] = useState<Way>('approve');
  const way = ways.includes(chosen) ? chosen : ways[0];
  const reason = can['noc-approve']?.reason;
  const open = application.chain.find((step) => step.state === 'OPEN');
  const list = useChecklist(application);
  const handedOver = { name: open?.deputyName ?? '', until: open?.deputyUntil ?? '' };
  return (
    <Sheet title={t('desk.decision')}>
      <div className={style.decision}>
        <DecidedBy application={application} />
        {reason === 'not_your_desk' ? (
          <NotYours application={application} />
        ) : reason ? (
          <p className={style.soft}>{errorTextNow(`applications.${reason}`, handedOver)}</p>
        ) : null}
        {open?.deputyName && can['noc-approve']?.allowed ? (
          <p className={style.soft}>{t('delegation.decides_for', { name: open.officerName ?? '' })}</p>
        ) : null}
        {ways.length > 1 ? (
          <SegmentedControl
            fullWidth
            aria-label={t('desk.decision')}
            value={way ?? ''}
            onChange={(value) => setChosen(value as Way)}
            data={ways.map((way) => ({ value: way, label: t(`desk.ways.${way}`) }))}
          />
        ) : null}
        {way === 'remark' ? <RemarkForm application={application} /> : null}
        {way && way !== 'remark' ? (
          <DecideForm key={way} way={way} application={application} list={list} done={done} />
        ) : null}
      </div>
    </Sheet>
  );
}

/** Two officers have one desk: who was later finds who decided, instead of a form that is gone. */
function DecidedBy({ application: { chain } }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { instant } = useFormats();
  const profile = useProfile();
  const own = chain.find((step) => step.roleCode === profile?.role && step.decidedAt !== null);
  if (!own?.decidedAt) return null;
  const decided = { name: own.decidedBy ?? '', at: instant(own.decidedAt) };
  return (
    <p role="status">
      {own.state === 'REJECTED' ? t('noc.refused_by', decided) : t('noc.approved_by', decided)}
    </p>
  );
}

/** At another desk; or at one's own with another officer, because somebody gave it to them. */
function NotYours({ application: { chain } }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const { instant } = useFormats();
  const profile = useProfile();
  const open = chain.find(({ state }) => state === 'OPEN');
  const forwarded = open?.forwarded;
  const isOwnDesk = open !== undefined && open.roleCode === profile?.role;
  if (!isOwnDesk || !open.officerName)
    return <p className={style.soft}>{errorTextNow(errors.not_your_desk.code)}</p>;
  const given = forwarded && { by: forwarded.by, to: forwarded.to, at: instant(forwarded.at) };
  return (
    <div role="status">
      {given ? <p>{given.by ? t('forward.given_by', given) : t('forward.given', given)}</p> : null}
      {forwarded ? <p className={style.soft}>{t('forward.because', { reason: forwarded.reason })}</p> : null}
      {forwarded?.to === open.officerName ? null : (
        <p className={style.soft}>{t('forward.has_it', { name: open.officerName })}</p>
      )}
    </div>
  );
}

const INITIAL = { approve: { shared: false }, return: { items: [] }, reject: {} };

type DecideFormProps = DecisionProps & { way: Exclude<Way, 'remark'>; list: Checklist };

function DecideForm({ way, application, list, done }: DecideFormProps) {
  const t = useTexts('applications');
  const form = useForm(decideNoc, {
    initial: { remark: '', ...INITIAL[way] } as object,
    input: { params: { id: application.id } },
    extra: { version: application.version, decision: way, checks: list.checks } as object,
    // Asked only about what can be sent.
    finds: () => (way === 'approve' ? list.problems : []),
    before: () => confirm('submit', t(`actions.${ACTION_OF[way]}`)),
    onDone: async () => {
      list.sent();
      await toast('success', t(`done.${ACTION_OF[way]}`));
      return done();
    },
  });
  const fields = form as unknown as FormFields<string>;
  return (
    <FormBody form={form} submit={t(`actions.${ACTION_OF[way]}`)} danger={way === 'reject'}>
      <Checks list={list} id={fieldId(form.id, 'checks')} problemOf={fields.problemOf} />
      {way === 'return' ? <CorrectionItems form={fields} application={application} /> : null}
      <LongTextField
        form={fields}
        name="remark"
        label={way === 'approve' ? t('dialogs.remark_optional') : t('dialogs.remark')}
        help={t(`desk.help.${way}`)}
        required={way !== 'approve'}
      />
      {way === 'approve' && isLast(application) ? <p className={style.soft}>{t('desk.signs')}</p> : null}
      {way === 'approve' ? (
        <CheckField
          form={fields}
          name="shared"
          label={t('noc.for_applicant')}
          help={t('noc.for_applicant_help')}
        />
      ) : null}
    </FormBody>
  );
}

/** The last desk of the chain signs the letter. */
const isLast = ({ chain }: ApplicationDetail) => chain.at(-1)?.state === 'OPEN';

function RemarkForm({ application }: { application: ApplicationDetail }) {
  const t = useTexts('applications');
  const form = useForm(remarkNoc, {
    initial: { remark: '', shared: false },
    input: { params: { id: application.id } },
    onDone: () => {
      form.setValues({ remark: '', shared: false });
      return toast('success', t('done.noc-remark'));
    },
  });
  return (
    <FormBody form={form} submit={t('actions.noc-remark')}>
      <LongTextField
        form={form}
        name="remark"
        label={t('dialogs.remark')}
        help={t('desk.help.remark')}
        required
      />
      <CheckField form={form} name="shared" label={t('dialogs.shared')} help={t('dialogs.shared_help')} />
    </FormBody>
  );
}
