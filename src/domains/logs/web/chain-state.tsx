/** How far the logs are sealed, when they were last verified, and the button that verifies them now. */
import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink, useUrlQuery } from '#web/navigation/go.tsx';
import { carriedFilters } from '#web/session/access.ts';
import { useNames } from '#web/texts/domain-words.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Finding } from '../chain/findings.rules.ts';
import { getChain, verifyLogs } from '../contract.ts';
import { LOGIN_WORDS } from '../login-words.rules.ts';
import style from './logs.module.css';
import { useLogWords } from './use-log-words.ts';

const ASK_AGAIN_MS = 2000;

/** The entry in words; one that is still there opens. */
function Named({ finding: { kind, id, what } }: { finding: Finding }) {
  const name = useNames();
  const { actionOf } = useLogWords();
  const query = useUrlQuery();
  const [action = '', ...record] = what.split(' ');
  const words = LOGIN_WORDS[action];
  const title = words ? name(words) : actionOf(action);
  if (action in LOGIN_WORDS || kind === 'deleted' || !id) return `${title} (${record.join(' ')})`;
  return (
    <GoLink to="/audit-management" query={{ ...carriedFilters(query), page: 1, entry: id }}>
      {title}
    </GoLink>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useTexts('logs');
  const { instant } = useFormats();
  return (
    <ul className={style.findings}>
      {findings.map((finding) => {
        const { kind, id, what, writtenAt, position } = finding;
        return (
          <li key={`${kind} ${id} ${position}`}>
            {writtenAt ? `${instant(writtenAt)} · ` : null}
            {kind === 'lost_end' ? null : <Named finding={finding} />} {t(`chain.${kind}`, { what })}
          </li>
        );
      })}
    </ul>
  );
}

export function ChainState() {
  const t = useTexts('logs');
  const { instant } = useFormats();
  // When the check that is waited for has not come yet, this is the one from before.
  const [before, setBefore] = useState<string | null>();
  const { data } = useAnswer(
    getChain,
    {},
    {
      refetchInterval: ({ state }) =>
        before !== undefined && (state.data?.check?.at ?? null) === before ? ASK_AGAIN_MS : false,
    },
  );
  const verify = useAction(verifyLogs);
  if (!data) return null;
  const { check, sealed, sealedAt } = data;
  const isVerifying = verify.isRunning || (before !== undefined && (check?.at ?? null) === before);
  const isTouched = (check?.findings.length ?? 0) > 0;
  const Icon = isTouched ? IconShieldX : IconShieldCheck;
  const by = check?.by === 'system' ? t('chain.system') : (check?.by ?? '');
  const when = check ? instant(check.at) : '';
  return (
    <section className={style.chain} data-tone={isTouched ? 'touched' : check ? 'whole' : undefined}>
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      <div className={style.chainText} role="status">
        {isVerifying
          ? t('chain.verifying')
          : check
            ? t(isTouched ? 'chain.touched' : 'chain.whole', { when, by })
            : t('chain.never')}
        <span className={style.small}>
          {sealedAt ? t('chain.sealed', { count: sealed, when: instant(sealedAt) }) : t('chain.none')}
        </span>
      </div>
      <Button
        variant="default"
        size="compact-sm"
        loading={isVerifying}
        onClick={() => {
          setBefore(check?.at ?? null);
          void verify.run({});
        }}
      >
        {t('chain.verify')}
      </Button>
      {isTouched ? <Findings findings={check?.findings ?? []} /> : null}
    </section>
  );
}
