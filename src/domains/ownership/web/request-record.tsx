/** One request: both owners and their consent, the papers, the handover, what happened, and the steps that come next. */
import { Button } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useErrorText } from '#web/calls/use-error-text.ts';
import { GoLink, useGo, usePathParam } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { Day, Instant, Money } from '#web/ui/figures.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { Facts, type RecordAction, RecordPage, RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { Timeline } from '#web/ui/record/timeline.tsx';
import { certificatePdf } from '../certificate/contract.ts';
import { getRequest, type RequestDetail } from '../contract.ts';
import { isOpenState, type Side } from '../ownership.rules.ts';
import { resubmitRequest, sendCode, verifyPapers } from '../steps/contract.ts';
import { FeeSheet, PayFeeButton } from './fee-sheet.tsx';
import { Papers } from './papers/papers.tsx';
import { useEventOf } from './request-event.ts';
import { RequestStateChip, useNames } from './state-chip.tsx';
import type { Dialog } from './step-dialogs.tsx';

const StepDialog = onDemand(() => import('./step-dialogs.tsx').then((file) => file.StepDialog));

function Parties({ request }: { request: RequestDetail }) {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const { digits, phone } = useFormats();
  const { causes } = useNames();
  const agreed = (side: 'PRESENT' | 'NEW') => {
    const found = request.consents.find((consent) => consent.side === side);
    if (!found) return null;
    if (!found.givenAs)
      return found.phoneEnd ? t('detail.waits', { end: digits(found.phoneEnd) }) : t('detail.waits_short');
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
            label: t(request.state === 'COMPLETED' ? 'detail.former' : 'detail.present'),
            value: request.fromName ? nameIn(request.fromName, request.fromNameBn) : t('requests.hidden'),
          },
          ...(fromPhone ? [{ label: t('detail.phone'), value: phone(fromPhone) }] : []),
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
          { label: t('detail.phone'), value: phone(toPhone) },
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
          // Nobody has decided about it before the handover is noted.
          ...(request.readOn
            ? [{ label: t('detail.liability'), value: <Money minor={request.liabilityMinor} /> }]
            : []),
          ...(request.liabilityMinor > 0 && request.liabilityOpenMinor !== null
            ? [{ label: t('detail.liability_open'), value: <Money minor={request.liabilityOpenMinor} /> }]
            : []),
          ...(request.verifiedBy ? [{ label: t('detail.verified_by'), value: request.verifiedBy }] : []),
          ...(request.readBy ? [{ label: t('detail.read_by'), value: request.readBy }] : []),
          ...(decidedBy ? [{ label: t('detail.decided_by'), value: decidedBy }] : []),
          ...(successorNumber ? [{ label: t('detail.successor'), value: digits(successorNumber) }] : []),
        ]}
      />
      <CertificateButton {...request} />
    </Sheet>
  );
}

/** After the owner has changed: for the office and both owners. */
function CertificateButton({ id, number, state }: RequestDetail) {
  const t = useTexts('ownership');
  const language = useLanguage();
  if (state !== 'COMPLETED') return null;
  const input = { params: { id }, query: { language } };
  return (
    <Button
      mt="md"
      variant="default"
      leftSection={<IconFileDownload size={16} aria-hidden="true" />}
      onClick={() => void startDownload(certificatePdf, input, `owner-change-${number}.pdf`)}
    >
      {t('detail.certificate')}
    </Button>
  );
}

type Say = ReturnType<typeof useTexts<'ownership'>>;

/** A step that waits for something is shown with the server's reason; papers that are missing each by its name. */
function whyBlocked(
  { blocked, missing, can }: RequestDetail,
  step: 'accept' | 'verify' | 'agree' | 'send-code',
  { t, told }: { t: Say; told: string },
): { isShown: boolean; reason?: string } {
  const refusal = blocked[step];
  if (!refusal) return { isShown: can[step] === 'yes' };
  if (step === 'verify') {
    return { isShown: true, reason: missing.map((kind) => t(`detail.missing_${kind}`)).join('. ') };
  }
  if (step === 'agree') {
    // Who has agreed is not asked again.
    if (refusal.code === 'ownership.agreed_already') return { isShown: false };
    return { isShown: true, reason: t('detail.no_code') };
  }
  if (step === 'send-code') return { isShown: true, reason: t('detail.no_codes_left') };
  return { isShown: true, reason: told };
}

/** Open bills that nobody has taken over. */
const openBeyond = ({ openMinor, liabilityMinor }: RequestDetail): number =>
  (openMinor ?? 0) - liabilityMinor;

/** The steps that the server allows, the one that leads on first. */
function useSteps(request: RequestDetail | undefined, begin: (step: Dialog) => void): RecordAction[] {
  const t = useTexts('ownership');
  const verify = useAction(verifyPapers, { onDone: () => toast('success', t('act.verified')) });
  const resubmit = useAction(resubmitRequest, { onDone: () => toast('success', t('act.resubmitted')) });
  const resend = useAction(sendCode, { onDone: () => toast('success', t('act.code_sent')) });
  const go = useGo();
  const may = useMay();
  const told = useErrorText(request?.blocked.accept) ?? '';
  if (!request) return [];
  const { can, id: requestId, version } = request;
  const dialog = (step: Dialog, label: string, danger = false): RecordAction[] =>
    can[step] === 'yes' ? [{ label, danger, run: () => begin(step) }] : [];
  const body = { requestId, version };
  const waiting = (
    step: 'accept' | 'verify' | 'agree' | 'send-code',
    action: RecordAction,
  ): RecordAction[] => {
    const { isShown, reason } = whyBlocked(request, step, { t, told });
    return isShown ? [{ ...action, reason }] : [];
  };
  const sideToAsk = sideOfCode(request);
  return [
    ...waiting('agree', { label: t('act.agree'), run: () => begin('agree') }),
    ...waiting('send-code', {
      label: t('act.send_code'),
      quiet: true,
      run: () => resend.run({ body: { requestId, side: sideToAsk } }),
    }),
    ...dialog('override', t('act.override')),
    ...waiting('verify', { label: t('act.verify'), run: () => verify.run({ body }) }),
    ...(can.resubmit === 'yes'
      ? [
          {
            label: t('act.resubmit'),
            run: () => (request.asReturned ? begin('resubmit') : resubmit.run({ body })),
          },
        ]
      : []),
    ...waiting('accept', { label: t('act.accept'), run: () => begin('accept') }),
    ...(can.pay === 'yes' && request.side === null && may('payments:take')
      ? [{ label: t('detail.fee_take'), run: () => go('/take-payment', { ownershipRequestId: requestId }) }]
      : []),
    ...dialog('read', t(request.readOn ? 'act.read_again' : 'act.read')),
    ...dialog('edit', t('form.edit')),
    ...dialog('return', t('act.return')),
    ...dialog('reject', t('act.reject'), true),
    ...dialog('withdraw', t('act.withdraw'), true),
  ];
}

/** Whose code is sent again: of those who have not agreed and can get one, the reader, else who has none that is good. */
function sideOfCode({ consents, side }: RequestDetail): Side {
  const open = consents.filter(({ givenAs, hasCodesLeft }) => givenAs === null && hasCodesLeft);
  const own = open.find((consent) => consent.side === side);
  return (own ?? open.find(({ codeSentAt }) => codeSentAt === null) ?? open[0])?.side ?? 'PRESENT';
}

function AskedText({ request, asked }: Omit<AskedNowProps, 'dues'>) {
  const t = useTexts('ownership');
  const { state, feeMinor } = request;
  if (asked === 'PAY') return null;
  if (asked === 'FEE') {
    return (
      <>
        <p>{t('asked.FEE', { amount: feeMinor })}</p>
        <PayFeeButton request={request} />
      </>
    );
  }
  return <p>{asked === 'OFFICE' && isOpenState(state) ? t(`next.${state}`) : t(`asked.${asked}`)}</p>;
}

type AskedNowProps = { request: RequestDetail; asked: NonNullable<RequestDetail['asked']>; dues: number };

/** What an owner has to do or waits for: from the same facts as the home. Open bills are paid before the owner changes. */
function AskedNow({ request, asked, dues }: AskedNowProps) {
  const t = useTexts('ownership');
  const go = useGo();
  const may = useMay();
  const { remark, state, side, connectionId } = request;
  return (
    <div role="note">
      {remark && state === 'RECORRECTION' ? <p>{`${t('detail.remark')}: ${remark}`}</p> : null}
      <AskedText request={request} asked={asked} />
      {side === 'PRESENT' && dues > 0 ? (
        <>
          <p>{t('detail.dues_first', { amount: dues })}</p>
          {may('payments:pay-online') && connectionId ? (
            <Button mt="sm" onClick={() => go('/pay', { connectionId })}>
              {t('detail.pay', { amount: dues })}
            </Button>
          ) : null}
        </>
      ) : null}
    </div>
  );
}

/** The new owner pays what they have taken over. */
function TakenOver({ connectionId, openMinor }: NonNullable<RequestDetail['takenOver']>) {
  const t = useTexts('ownership');
  const go = useGo();
  const may = useMay();
  return (
    <div role="note">
      <p>{t('detail.still_taken', { amount: openMinor })}</p>
      {may('payments:pay-online') ? (
        <Button mt="sm" onClick={() => go('/pay', { connectionId })}>
          {t('detail.pay', { amount: openMinor })}
        </Button>
      ) : null}
    </div>
  );
}

/** What the office asked for, and why it is right as it is, if who asked wrote so. */
function Returned({ remark, timeline }: Pick<RequestDetail, 'remark' | 'timeline'>) {
  const t = useTexts('ownership');
  const last = timeline.findLast(({ action }) => action === 'return' || action === 'resubmit');
  return (
    <div role="note">
      <p>{`${t('detail.remark')}: ${remark}`}</p>
      {last?.action === 'resubmit' && last.remark ? (
        <p>{`${t('act.resubmit_remark')}: ${last.remark}`}</p>
      ) : null}
    </div>
  );
}

export function RequestRecord() {
  const t = useTexts('ownership');
  const nameIn = useNameIn();
  const { digits } = useFormats();
  const placeOf = usePlace();
  const requestId = usePathParam();
  const { data: request, error, refetch } = useAnswer(getRequest, { query: { requestId } });
  const [step, setStep] = useState<Dialog | null>(null);
  const eventOf = useEventOf();
  const actions = useSteps(request, setStep);
  if (error && !request) return <FailedPage error={error} retry={refetch} />;
  if (!request) return <RecordSkeleton />;
  const open = openBeyond(request);
  const isBlocked = open > 0 && ['DOCS_VERIFIED', 'READY_TO_PAY', 'READY_TO_APPROVE'].includes(request.state);
  return (
    <>
      <RecordPage
        number={digits(request.number)}
        title={t('form.title', { number: digits(request.connectionNumber) })}
        place={`${placeOf(request)} · ${nameIn(request.toName, request.toNameBn)}`}
        state={<RequestStateChip state={request.state} />}
        actions={actions}
        notice={
          request.takenOver ? (
            <TakenOver {...request.takenOver} />
          ) : request.asked ? (
            <AskedNow request={request} asked={request.asked} dues={open} />
          ) : isBlocked ? (
            <p role="note">{t('detail.dues_block', { amount: open })}</p>
          ) : request.remark ? (
            <Returned remark={request.remark} timeline={request.timeline} />
          ) : null
        }
        aside={<Timeline title={t('detail.history')} events={request.timeline.toReversed().map(eventOf)} />}
      >
        <Parties request={request} />
        <Papers request={request} />
        <Handover request={request} />
        <FeeSheet request={request} />
      </RecordPage>
      {step ? <StepDialog request={request} step={step} close={() => setStep(null)} /> : null}
    </>
  );
}
