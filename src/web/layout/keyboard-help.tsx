/** The help sheet ("?"): every shortcut that is there for this person, and the switch that turns single keys off. */
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { type Shortcut, singleKeys } from '../navigation/shortcuts.ts';
import { usePersisted } from '../state/persisted.ts';
import { useLanguage, useTexts } from '../texts/texts.ts';
import { keysHere } from './frame-keys.ts';
import style from './keyboard-help.module.css';
import { OverlaySheet } from './sheet/overlay-sheet.tsx';

/** Keys as caps: those pressed together side by side, those pressed one after the other with a word between. */
export function Keys({ keys }: { keys: string }) {
  const t = useTexts('frame');
  return (
    <span className={style.keys}>
      {keys.split(' ').map((together, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sequence keep their places
        <span key={index}>
          {index > 0 ? <span className={style.then}>{t('keys.after')}</span> : null}
          {together.split('+').map((key) => (
            <kbd key={key} className={style.key}>
              {key}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  );
}

const PARTS = ['everywhere', 'places', 'lists', 'readings', 'forms'] as const;

function Part({ part, shortcuts }: { part: (typeof PARTS)[number]; shortcuts: readonly Shortcut[] }) {
  const t = useTexts('frame');
  const language = useLanguage();
  if (shortcuts.length === 0) return null;
  return (
    <section>
      <h3 className={style.part}>{t(`keys.${part}`)}</h3>
      <dl className={style.list}>
        {shortcuts.map(({ keys, title }) => (
          <div key={keys} className={style.line}>
            <dt>{title[language]}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function KeyboardHelp({ close }: { close: () => void }) {
  const t = useTexts('frame');
  const isOn = usePersisted(singleKeys);
  // Of the page below the sheet, as it was when the sheet was opened.
  const [shown] = useState(keysHere);
  return (
    <OverlaySheet title={t('keys.title')} close={close} width={720}>
      <div className={style.parts}>
        {PARTS.map((part) => (
          <Part key={part} part={part} shortcuts={shown.filter(({ where }) => where === part)} />
        ))}
      </div>
      <Switch
        className={style.switch}
        checked={isOn}
        onChange={(event) => singleKeys.write(event.currentTarget.checked)}
        label={t('keys.single')}
        description={t('keys.single_help')}
      />
    </OverlaySheet>
  );
}
