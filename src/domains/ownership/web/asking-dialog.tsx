/** A household asks and enters in the same dialog the code that its own phone gets; the office asks and goes on at the request. */
import { useEffect, useState } from 'react';
import { useIsConsumer } from '#domains/billing/web/bill-parts.tsx';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { getRequest } from '../contract.ts';
import { type Asked, RequestDialog } from './request-dialog.tsx';
import { StepDialog } from './step-dialogs.tsx';

export function AskingDialog({ connection, close }: Asked) {
  const go = useGo();
  const isConsumer = useIsConsumer();
  const [requestId, setRequestId] = useState<string | null>(null);
  const leave = (id: string) => {
    close();
    go(`/owner-change-request-list/${id}`);
  };
  if (requestId) return <OwnCode requestId={requestId} leave={() => leave(requestId)} />;
  return <RequestDialog connection={connection} close={close} onAsked={isConsumer ? setRequestId : leave} />;
}

/** Who closes it without the code, or cannot be shown the request now, enters the code at the request. */
function OwnCode({ requestId, leave }: { requestId: string; leave: () => void }) {
  const { data: request, error } = useAnswer(getRequest, { query: { requestId } });
  const isLost = error !== null && !request;
  useEffect(() => {
    if (isLost) leave();
  }, [isLost, leave]);
  return request ? <StepDialog step="agree" request={request} close={leave} /> : null;
}
