/** Title, the pages that are reached from it, one sentence of what the page is for, actions on the right. */
import type { ReactNode } from 'react';
import { useProfile, whoIs } from '../session/session.ts';
import { onDemand } from './on-demand.tsx';
import style from './page-head.module.css';

const RelatedPages = onDemand(() => import('../layout/related-pages.tsx').then((file) => file.RelatedPages));

type PageHeadProps = {
  title: ReactNode;
  about?: ReactNode;
  /** Of a part of a page that has its own title above. */
  isPart?: boolean | undefined;
  children?: ReactNode;
};

export function PageHead({ title, about, isPart, children }: PageHeadProps) {
  const role = useProfile()?.role;
  const isStaff = role !== undefined && whoIs(role) !== 'consumer';
  return (
    <div className={style.head}>
      <div className={style.title}>
        {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
        {isStaff && !isPart ? <RelatedPages /> : null}
      </div>
      {about ? <p className={style.about}>{about}</p> : null}
      <div className={`${style.actions} no-print`}>{children}</div>
    </div>
  );
}
