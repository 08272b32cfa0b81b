/** One request: both owners and their consent, the papers, the handover, what happened, and the steps that come next. */
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, usePathParam } from '#web/navigation/go.tsx';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { getRequest, type RequestDetail } from '../contract.ts';
import { resubmitRequest, sendCode, verifyPapers } from '../steps/contract.ts';
import { Papers } from './papers.tsx';
import { RequestStateChip, useNames } from './state-chip.tsx';
import type { Dialog } from './step-dialogs.tsx';

const StepDialog = onDemand(() => import('./step-dialogs.tsx').then((file) => file.StepDialog));

function Parties({ request }: { request: RequestDetail }) {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const { causes } = useNames();
  const agreed = (side: 'PRESENT' | 'NEW') => {
    const found = request.consents.find((consent) => consent.side === side);
    if (!found) return null;
    if (!found.givenAs) return t('detail.waits', { end: digits(found.phoneEnd) });
    return (
      <>
        {`${t(`detail.agreed_${found.givenAs}`)} · `}
        <Instant at={found.givenAt} />
        {found.reason ? ` · ${found.reason}` : null}
      </>
    );
  };
  const { fromPhone, toPhone, toNid, toEmail, toAddress, side } = request;
  return (
    <Sheet title={t('detail.parties')}>
      <Facts
        facts={[
          {
            label: t('detail.present'),
            value: request.fromName ? nameIn(request.fromName, request.fromNameBn) : t('requests.hidden'),
          },
          ...(fromPhone ? [{ label: t('detail.phone'), value: digits(fromPhone) }] : []),
          { label: t('detail.agreed'), value: agreed('PRESENT') },
          {
            label: t('detail.new_owner'),
            value: request.toConsumerId ? (
              <GoLink to={`/customer-management/${request.toConsumerId}`}>
                {nameIn(request.toName, request.toNameBn)}
              </GoLink>
            ) : (
              nameIn(request.toName, request.toNameBn)
            ),
          },
          { label: t('detail.phone'), value: digits(toPhone) },
          { label: t('detail.agreed'), value: agreed('NEW') },
          ...(side === 'PRESENT'
            ? []
            : [
                { label: t('detail.nid'), value: toNid && digits(toNid) },
                { label: t('detail.email'), value: toEmail },
                { label: t('detail.address'), value: toAddress },
              ]),
          { label: t('detail.cause'), value: causes[request.cause] },
        ]}
      />
      {request.state === 'REQUESTED' || request.state === 'RECORRECTION' ? (
        <p>{t('detail.expires', { day: request.expiresOn })}</p>
      ) : null}
    </Sheet>
  );
}

function Handover({ request }: { request: RequestDetail }) {
  const t = useTexts('ownership');
  const { cubicMetres, day, digits } = useFormats();
  const { openMinor, advanceMinor, lastLitres, lastReadOn, successorNumber, decidedBy } = request;
  return (
    <Sheet title={t('detail.handover')}>
      <Facts
        facts={[
          { label: t('detail.read_on'), value: <Day day={request.readOn} /> },
          {
            label: t('detail.register'),
            value: request.registerLitres === null ? null : cubicMetres(request.registerLitres),
          },
          ...(lastLitres !== null && lastReadOn
            ? [{ label: t('detail.last_reading'), value: `${cubicMetres(lastLitres)}, ${day(lastReadOn)}` }]
            : []),
          ...(openMinor !== null
            ? [{ label: t('detail.open_bills'), value: <Money minor={openMinor} /> }]
            : []),
          ...(advanceMinor !== null
            ? [{ label: t('detail.advance'), value: <Money minor={advanceMinor} /> }]
            : []),
          { label: t('detail.liability'), value: <Money minor={request.liabilityMinor} /> },
          ...(request.verifiedBy ? [{ label: t('detail.verified_by'), value: request.verifiedBy }] : []),
          ...(request.readBy ? [{ label: t('detail.read_by'), value: request.readBy }] : []),
          ...(decidedBy ? [{ label: t('detail.decided_by'), value: decidedBy }] : []),
          ...(successorNumber ? [{ label: t('detail.successor'), value: digits(successorNumber) }] : []),
        ]}
      />
    </Sheet>
  );
}

/** The steps that the server allows, the one that leads on first. */
function useSteps(request: RequestDetail | undefined, begin: (step: Dialog) => void): RecordAction[] {
  const t = useTexts('ownership');
  const verify = useAction(verifyPapers, { onDone: () => toast('success', t('act.verified')) });
  const resubmit = useAction(resubmitRequest, { onDone: () => toast('success', t('act.resubmitted')) });
  const resend = useAction(sendCode, { onDone: () => toast('success', t('act.code_sent')) });
  if (!request) return [];
  const { can, id: requestId, version, missing, side, presentAgreed, newAgreed } = request;
  const dialog = (step: Dialog, label: string, danger = false): RecordAction[] =>
    can[step] === 'yes' ? [{ label, danger, run: () => begin(step) }] : [];
  const hasAgreed =
    side === 'NEW' ? newAgreed : side === 'PRESENT' ? presentAgreed : presentAgreed && newAgreed;
  const body = { requestId, version };
  const sideToAsk = side ?? (presentAgreed ? 'NEW' : 'PRESENT');
  return [
    ...(hasAgreed ? [] : dialog('agree', t('act.agree'))),
    ...(can['send-code'] === 'yes' && !hasAgreed
      ? [
          {
            label: t('act.send_code'),
            quiet: true,
            run: () => resend.run({ body: { requestId, side: sideToAsk } }),
          },
        ]
      : []),
    ...dialog('override', t('act.override')),
    ...(can.verify === 'yes' && missing.length === 0
      ? [{ label: t('act.verify'), run: () => verify.run({ body }) }]
      : []),
    ...(can.resubmit === 'yes' ? [{ label: t('act.resubmit'), run: () => resubmit.run({ body }) }] : []),
    ...(can.accept === 'own_check'
      ? [{ label: t('act.accept'), run: () => undefined, reason: t('detail.own_check') }]
      : dialog('accept', t('act.accept'))),
    ...dialog('read', t('act.read')),
    ...dialog('edit', t('form.edit')),
    ...dialog('return', t('act.return')),
    ...dialog('reject', t('act.reject'), true),
    ...dialog('withdraw', t('act.withdraw'), true),
  ];
}

export function RequestRecord() {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const placeOf = usePlace();
  const requestId = usePathParam();
  const { data: request, error, refetch } = useAnswer(getRequest, { query: { requestId } });
  const [step, setStep] = useState<Dialog | null>(null);
  const actions = useSteps(request, setStep);
  if (error && !request) return <FailedPage error={error} retry={refetch} />;
  if (!request) return <RecordSkeleton />;
  const open = (request.openMinor ?? 0) - request.liabilityMinor;
  const isBlocked = open > 0 && ['DOCS_VERIFIED', 'READY_TO_APPROVE'].includes(request.state);
  return (
    <>
      <RecordPage
        number={digits(request.number)}
        title={t('form.title', { number: digits(request.connectionNumber) })}
        place={`${placeOf(request)} · ${nameIn(request.toName, request.toNameBn)}`}
        state={<RequestStateChip state={request.state} />}
        actions={actions}
        notice={
          isBlocked ? (
            <p role="note">{t('detail.dues_block', { amount: open })}</p>
          ) : request.remark ? (
            <p role="note">{`${t('detail.remark')}: ${request.remark}`}</p>
          ) : null
        }
        aside={
          <Timeline
            title={t('detail.history')}
            events={request.timeline.toReversed().map((event) => ({
              ...{ id: event.id, at: event.at, tone: event.action === 'reject' ? 'red' : 'blue' },
              ...{ title: t(`event.${event.action}`), by: event.by, remark: event.remark },
            }))}
          />
        }
      >
        <Parties request={request} />
        <Papers request={request} />
        <Handover request={request} />
      </RecordPage>
      {step ? <StepDialog request={request} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
