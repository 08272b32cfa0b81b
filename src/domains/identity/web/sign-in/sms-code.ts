/**
 * Takes the code out of the SMS if the browser can (WebOTP, Chrome on Android): it asks the person once. Elsewhere
 * the field's `one-time-code` lets the keyboard offer it.
 */
import { useEffect, useRef } from 'react';

type OtpOptions = CredentialRequestOptions & { otp: { transport: 'sms'[] } };

export function useSmsCode(onCode: (code: string) => void) {
  const latest = useRef(onCode);
  latest.current = onCode;
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const stop = new AbortController();
    const options: OtpOptions = { otp: { transport: ['sms'] }, signal: stop.signal };
    navigator.credentials.get(options).then(
      (found) => {
        if (!stop.signal.aborted && found && 'code' in found) latest.current(String(found.code));
      },
      // Refused, or the field is gone: the code is typed.
      () => undefined,
    );
    return () => stop.abort();
  }, []);
}
