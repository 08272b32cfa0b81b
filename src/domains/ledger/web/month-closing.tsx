/** The months of the books: closed ones, and for the others what still hinders closing, each with its list. */
import { Alert, Button } from '@mantine/core';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { NothingYet } from '#web/ui/list/empty.tsx';
import { ExportMenu } from '#web/ui/list/export-menu.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { RecordSkeleton, Sheet } from '#web/ui/record/record-page.tsx';
import { closeMonth, listMonths, listMonthsDownload } from '../closings/contract.ts';
import style from './closings.module.css';

type Month = EndpointAnswer<typeof listMonths>['items'][number];
type Proof = NonNullable<EndpointAnswer<typeof listMonths>['proof']>;
/** Whether the last proof found a difference: no month is closed then. */
type Books = 'agree' | 'differ';

function addressOf(path: string) {
  const [to = '', search = ''] = path.split('?');
  return { to, query: Object.fromEntries(new URLSearchParams(search)) };
}

export function MonthClosing() {
  const t = useTexts('ledger');
  const exports = useExports(listMonthsDownload, 'month-closings');
  const { data, error, refetch } = useAnswer(listMonths);
  if (error) return <FailedPage error={error} retry={refetch} />;
  if (!data) return <RecordSkeleton />;
  return (
    <div className={style.months}>
      <PageHead title={t('months.title')} about={t('months.about')}>
        {data.items.length > 0 ? <ExportMenu exports={exports} /> : null}
      </PageHead>
      {data.proof ? <ProofLine proof={data.proof} /> : null}
      {data.items.length === 0 ? (
        <NothingYet title={t('months.none')} text={t('months.none_help')} />
      ) : (
        <Months items={data.items} books={(data.proof?.failed.length ?? 0) > 0 ? 'differ' : 'agree'} />
      )}
    </div>
  );
}

/** What is to be closed next comes first, with what hinders it; then the later months, then the closed ones. */
function Months({ items, books }: { items: readonly Month[]; books: Books }) {
  const t = useTexts('ledger');
  const { month: written } = useFormats();
  const [next, ...later] = items.filter(({ closedAt }) => closedAt === null).toReversed();
  const closed = items.filter(({ closedAt }) => closedAt !== null);
  return (
    <>
      {next ? (
        <Sheet
          title={written(next.month)}
          action={<CloseButton month={next} openBefore={openBefore(items, next)} books={books} />}
        >
          <MonthState month={next} />
        </Sheet>
      ) : null}
      {later.length > 0 ? (
        <Sheet title={t('months.later')}>
          <MonthRows months={later} items={items} books={books} />
        </Sheet>
      ) : null}
      {closed.length > 0 ? (
        <Sheet title={t('months.closed_months')}>
          <MonthRows months={closed} items={items} books={books} />
        </Sheet>
      ) : null}
    </>
  );
}

type RowsProps = { months: readonly Month[]; items: readonly Month[]; books: Books };

function MonthRows({ months, items, books }: RowsProps) {
  const { month: written } = useFormats();
  return (
    <ul className={style.rows}>
      {months.map((month) => (
        <li key={month.month} className={style.row}>
          <h3>{written(month.month)}</h3>
          <MonthState month={month} />
          <CloseButton month={month} openBefore={openBefore(items, month)} books={books} />
        </li>
      ))}
    </ul>
  );
}

/** Open months before this one, oldest first: they are closed with it, if all are ready. */
const openBefore = (items: readonly Month[], { month }: Month) =>
  items.filter((item) => item.closedAt === null && item.month < month).toReversed();

const isReady = (month: Month) => month.closedAt === null && month.isOver && month.hindrances?.length === 0;

/** What the last proof of the books found. */
function ProofLine({ proof }: { proof: Proof }) {
  const t = useTexts('ledger');
  const { instant } = useFormats();
  const nameIn = useNameIn();
  const at = instant(proof.provedAt);
  if (proof.failed.length === 0) return <p className={style.proof}>{t('months.proved', { at })}</p>;
  return (
    <Alert color="red" title={t('months.proof_failed', { at })}>
      <ul className={style.failed}>
        {proof.failed.map((failed) => (
          <li key={failed.kind}>{nameIn(failed.nameEn, failed.nameBn)}</li>
        ))}
      </ul>
      <p className={style.then}>{t('months.proof_failed_help')}</p>
    </Alert>
  );
}

type CloseProps = { month: Month; openBefore: readonly Month[]; books: Books };

/** Closes the month, with the open ones before it if all of them are ready; nothing if it cannot be closed. */
function CloseButton({ month, openBefore, books }: CloseProps) {
  const t = useTexts('ledger');
  const { month: written } = useFormats();
  const name = written(month.month);
  const closing = useAction(closeMonth, { onDone: () => toast('success', t('months.closed')) });
  const [first] = openBefore;
  // The earliest open month is on the page, so that nothing is closed that nobody sees.
  const seesAll = first ? !first.isAfterOpen : !month.isAfterOpen;
  if (books === 'differ' || !isReady(month) || !seesAll || !openBefore.every(isReady)) return null;
  return (
    <Button
      size="xs"
      variant={first ? 'default' : 'filled'}
      loading={closing.isRunning}
      onClick={async () => {
        const question = first
          ? t('months.confirm_until', { first: written(first.month), month: name })
          : t('months.confirm', { month: name });
        if (await confirm('submit', question))
          closing.run({ body: { month: month.month, ...(first ? { withEarlier: true } : {}) } });
      }}
    >
      {t(first ? 'months.close_until' : 'months.close', { month: name })}
    </Button>
  );
}

function MonthState({ month }: { month: Month }) {
  const t = useTexts('ledger');
  const { instant } = useFormats();
  const nameIn = useNameIn();
  if (month.closedAt)
    return <p>{t('months.closed_on', { at: instant(month.closedAt), name: month.closedBy ?? '' })}</p>;
  if (!month.isOver) return <p>{t('months.running')}</p>;
  if (!month.hindrances?.length) return <p>{t(month.isAfterOpen ? 'months.after_open' : 'months.ready')}</p>;
  return (
    <ul className={style.hindrances}>
      {month.hindrances.map(({ path, count, kind, nameEn, nameBn }) => (
        <li key={kind}>
          <GoLink {...addressOf(path)}>
            {t('months.hindrance', { name: nameIn(nameEn, nameBn), count })}
          </GoLink>
        </li>
      ))}
    </ul>
  );
}
