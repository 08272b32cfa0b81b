/** Title, one sentence of what the page is for, actions on the right. */
import type { ReactNode } from 'react';
import style from './page-head.module.css';

type PageHeadProps = {
  title: ReactNode;
  about?: ReactNode;
  /** Of a part of a page that has its own title above. */
  isPart?: boolean | undefined;
  children?: ReactNode;
};

export function PageHead({ title, about, isPart, children }: PageHeadProps) {
  return (
    <div className={style.head}>
      <div className={style.words}>
        {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
        {about ? (
          <p className={style.about} title={typeof about === 'string' ? about : undefined}>
            {about}
          </p>
        ) : null}
      </div>
      <div className={`${style.actions} no-print`}>{children}</div>
    </div>
  );
}
