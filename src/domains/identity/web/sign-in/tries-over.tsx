/** Nothing more can be typed here: why, and the one button that helps. Takes the focus, so that it is read aloud. */
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ErrorParams } from '#shared/errors.ts';
import { errorTextNow } from '#web/calls/error-text.ts';
import style from './sign-in.module.css';

type TriesOverProps = {
  code: string;
  params?: ErrorParams | undefined;
  button: string;
  onPress: () => void;
  isRunning?: boolean;
  children?: ReactNode;
};

export function TriesOver({ code, params, button, onPress, isRunning = false, children }: TriesOverProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div className={style.over}>
      <Alert ref={note} role="alert" tabIndex={-1} color="red" icon={<IconAlertTriangle size={20} />}>
        {errorTextNow(code, params)}
      </Alert>
      <Button fullWidth loading={isRunning} onClick={onPress}>
        {button}
      </Button>
      {children}
    </div>
  );
}
