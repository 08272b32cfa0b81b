/** Why the server refused, if there is no form to show it: in place, read aloud, until the next try. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CallError } from '../../calls/call-error.ts';
import { errorTextNow } from '../../calls/error-text.ts';

export function RefusalNote({ error }: { error: unknown }) {
  if (!error) return null;
  const known = error instanceof CallError ? error : new CallError(500);
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />}>
      {errorTextNow(known.code, known.params)}
    </Alert>
  );
}
