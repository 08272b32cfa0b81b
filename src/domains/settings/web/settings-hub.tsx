/** Every setting with its state: searched by name, grouped by what it is about. */
import { TextInput } from '@mantine/core';
import {
  IconBuildingFactory2,
  IconCalendarDollar,
  IconCash,
  IconClockDollar,
  IconDiscount,
  IconDropletOff,
  IconFileDescription,
  IconGauge,
  IconHomeDollar,
  IconListDetails,
  IconLock,
  IconMail,
  IconMapPin,
  IconMessage,
  IconReceiptTax,
  IconRoad,
  IconScale,
  IconSearch,
  IconShieldCheck,
  IconUsersGroup,
  IconWallet,
  IconWorld,
} from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { SenderHealth } from './config/sender-health-line.tsx';
import style from './settings-hub.module.css';

type Card = {
  to: string;
  query?: Record<string, string | number>;
  icon: ComponentType<{ size: number; stroke: number; 'aria-hidden': 'true' }>;
  title: string;
  about: string;
  health?: ReactNode;
};
type Section = { title: string; cards: Card[] };

const LIST = { page: 1 };

function useMessagesAndMoney(): Section[] {
  const t = useTexts('settings');
  return [
    {
      title: t('config.hub.sections.messages'),
      cards: [
        {
          to: '/configuration/email',
          icon: IconMail,
          title: t('config.sender.email_title'),
          about: t('config.sender.email_about'),
          health: <SenderHealth channel="email" />,
        },
        {
          to: '/configuration/sms',
          query: { status: 'sms' },
          icon: IconMessage,
          title: t('config.sender.sms_title'),
          about: t('config.sender.sms_about'),
          health: <SenderHealth channel="sms" />,
        },
        {
          to: '/configuration/website',
          icon: IconWorld,
          title: t('config.website.title'),
          about: t('config.hub.website_about'),
        },
      ],
    },
    {
      title: t('config.hub.sections.money'),
      cards: [
        {
          to: '/configuration/vat',
          icon: IconReceiptTax,
          title: t('config.vat.title'),
          about: t('config.hub.vat_about'),
        },
        {
          to: '/configuration/surcharges',
          icon: IconReceiptTax,
          title: t('config.surcharge.title'),
          about: t('config.hub.surcharge_about'),
        },
        {
          to: '/configuration/rebates',
          icon: IconDiscount,
          title: t('config.hub.rebates'),
          about: t('config.hub.rebates_about'),
        },
        {
          to: '/configuration/leaks',
          icon: IconDropletOff,
          title: t('config.hub.leaks'),
          about: t('config.hub.leaks_about'),
        },
        {
          to: '/configuration/empty-houses',
          icon: IconDropletOff,
          title: t('config.hub.empty_houses'),
          about: t('config.hub.empty_houses_about'),
        },
        {
          to: '/configuration/payment-plans',
          icon: IconCalendarDollar,
          title: t('config.hub.plans'),
          about: t('config.hub.plans_about'),
        },
        {
          to: '/configuration/dunning',
          icon: IconReceiptTax,
          title: t('config.hub.dunning'),
          about: t('config.hub.dunning_about'),
        },
        {
          to: '/configuration/returned-cheques',
          icon: IconReceiptTax,
          title: t('config.hub.cheque_fee'),
          about: t('config.hub.cheque_fee_about'),
        },
        {
          to: '/configuration/billing',
          query: LIST,
          icon: IconScale,
          title: t('config.billing.tariffs'),
          about: t('config.hub.tariffs_about'),
        },
        {
          to: '/configuration/billing/rules',
          icon: IconClockDollar,
          title: t('config.billing.title'),
          about: t('config.hub.billing_about'),
        },
        {
          to: '/configuration/wallet',
          icon: IconWallet,
          title: t('config.wallet.title'),
          about: t('config.hub.wallet_about'),
        },
        {
          to: '/settings/payments',
          icon: IconCash,
          title: t('rules.payments.title'),
          about: t('hub.payments_about'),
        },
        {
          to: '/settings/ownership',
          icon: IconHomeDollar,
          title: t('rules.ownership.title'),
          about: t('hub.ownership_about'),
        },
      ],
    },
  ];
}

function useUtilityAndWork(): Section[] {
  const t = useTexts('settings');
  return [
    {
      title: t('config.hub.sections.utility'),
      cards: [
        {
          to: '/global-setting',
          icon: IconBuildingFactory2,
          title: t('hub.global'),
          about: t('hub.global_about'),
        },
        {
          to: '/sector',
          query: LIST,
          icon: IconMapPin,
          title: t('sectors.title'),
          about: t('hub.sectors_about'),
        },
        { to: '/road', query: LIST, icon: IconRoad, title: t('roads.title'), about: t('hub.roads_about') },
        {
          to: '/materials/FIXED',
          query: LIST,
          icon: IconListDetails,
          title: t('hub.materials'),
          about: t('hub.materials_about'),
        },
      ],
    },
    {
      title: t('config.hub.sections.work'),
      cards: [
        {
          to: '/settings/applications',
          icon: IconFileDescription,
          title: t('rules.applications.title'),
          about: t('hub.applications_about'),
        },
        {
          to: '/settings/reading-checks',
          icon: IconGauge,
          title: t('rules.checks.title'),
          about: t('hub.checks_about'),
        },
        {
          to: '/user/user-list',
          query: LIST,
          icon: IconUsersGroup,
          title: t('hub.users'),
          about: t('hub.users_about'),
        },
        {
          to: '/settings/security',
          icon: IconLock,
          title: t('hub.security'),
          about: t('hub.security_about'),
        },
        {
          to: '/user/role-list',
          query: LIST,
          icon: IconShieldCheck,
          title: t('hub.roles'),
          about: t('hub.roles_about'),
        },
      ],
    },
  ];
}

export function SettingsHub() {
  const t = useTexts('settings');
  const sections = [...useMessagesAndMoney(), ...useUtilityAndWork()];
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = sections
    .map(({ title, cards }) => ({
      title,
      cards: cards.filter((card) => `${title} ${card.title} ${card.about}`.toLowerCase().includes(wanted)),
    }))
    .filter(({ cards }) => cards.length > 0);
  return (
    <div className={style.page}>
      <PageHead title={t('hub.title')} about={t('config.hub.who')} />
      <TextInput
        className={style.search}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        placeholder={t('config.hub.search')}
        aria-label={t('config.hub.search')}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
      />
      {found.length === 0 ? <p>{t('config.hub.none_found')}</p> : null}
      {found.map(({ title, cards }) => (
        <section key={title} className={style.section}>
          <h2>{title}</h2>
          <ul className={style.cards}>
            {cards.map(({ to, query, icon: Icon, title: name, about, health }) => (
              <li key={to}>
                <GoLink to={to} {...(query ? { query } : {})} className={style.card}>
                  <Icon size={22} stroke={1.6} aria-hidden="true" />
                  <span className={style.title}>{name}</span>
                  <span className={style.about}>{about}</span>
                  {health}
                </GoLink>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
