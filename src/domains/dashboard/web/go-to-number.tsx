/** The address of an SMS: leads to the record that the number is of, if the person may see it. */
import { useEffect, useMemo } from 'react';
import { commonErrors } from '#shared/errors.ts';
import { CallError } from '#web/calls/call-error.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, usePathParam } from '#web/navigation/go.tsx';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { search } from '../search/contract.ts';
import { addressOf } from './number-address.rules.ts';

const NOT_FOUND = new CallError(commonErrors.not_found.status, commonErrors.not_found);

export function GoToNumber() {
  const go = useGo();
  const text = usePathParam();
  const { data, error, refetch } = useAnswer(search, { query: { text } });
  const address = useMemo(() => data && addressOf(data.groups), [data]);
  useEffect(() => {
    if (address) void go(address.path, address.query, { replace: true });
  }, [address, go]);
  if (address === null) return <FailedPage error={NOT_FOUND} retry={refetch} />;
  return error && !data ? <FailedPage error={error} retry={refetch} /> : <RecordSkeleton />;
}
