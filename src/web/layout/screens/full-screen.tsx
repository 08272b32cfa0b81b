/** A screen that is one message: not found, error, maintenance, slow internet. */
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { endEarly } from '../../early.ts';
import style from './full-screen.module.css';

/** True within the frame of the signed-in screens, whose main part then contains the message. */
export const WithinFrame = createContext(false);

type FullScreenProps = {
  picture?: ReactNode;
  title: string;
  text?: string;
  /** The same in another language, below. */
  more?: ReactNode;
  detail?: string;
  children?: ReactNode;
};

export function FullScreen({ picture, title, text, more, detail, children }: FullScreenProps) {
  // In the place of a page that could not be shown: its buttons are pressed from now on.
  useEffect(() => void endEarly(), []);
  const Part = useContext(WithinFrame) ? 'div' : 'main';
  return (
    <Part className={style.page}>
      {picture}
      <h1 className={style.title}>{title}</h1>
      {text ? <p className={style.text}>{text}</p> : null}
      {more ? <p className={style.text}>{more}</p> : null}
      {children ? <div className={style.actions}>{children}</div> : null}
      {detail ? <p className={style.detail}>{detail}</p> : null}
    </Part>
  );
}
