import {
  IconBuildingFactory2,
  IconCash,
  IconFileDescription,
  IconGauge,
  IconListDetails,
  IconMapPin,
  IconRoad,
  IconShieldCheck,
  IconUsersGroup,
} from '@tabler/icons-react';
import { GoLink } from '#web/go.tsx';
import { useTexts } from '#web/texts.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import style from './settings-hub.module.css';

export function SettingsHub() {
  const t = useTexts('settings');
  const list = { page: 1 };
  const cards = [
    {
      to: '/global-setting',
      icon: IconBuildingFactory2,
      title: t('hub.global'),
      about: t('hub.global_about'),
    },
    {
      to: '/settings/applications',
      icon: IconFileDescription,
      title: t('rules.applications.title'),
      about: t('hub.applications_about'),
    },
    {
      to: '/settings/payments',
      icon: IconCash,
      title: t('rules.payments.title'),
      about: t('hub.payments_about'),
    },
    {
      to: '/settings/reading-checks',
      icon: IconGauge,
      title: t('rules.checks.title'),
      about: t('hub.checks_about'),
    },
    {
      to: '/sector',
      query: list,
      icon: IconMapPin,
      title: t('sectors.title'),
      about: t('hub.sectors_about'),
    },
    { to: '/road', query: list, icon: IconRoad, title: t('roads.title'), about: t('hub.roads_about') },
    {
      to: '/materials/FIXED',
      query: list,
      icon: IconListDetails,
      title: t('hub.materials'),
      about: t('hub.materials_about'),
    },
    {
      to: '/user/user-list',
      query: list,
      icon: IconUsersGroup,
      title: t('hub.users'),
      about: t('hub.users_about'),
    },
    {
      to: '/user/role-list',
      query: list,
      icon: IconShieldCheck,
      title: t('hub.roles'),
      about: t('hub.roles_about'),
    },
  ];
  return (
    <div className={style.page}>
      <PageHead title={t('hub.title')} about={t('hub.about')} />
      <ul className={style.cards}>
        {cards.map(({ to, query, icon: Icon, title, about }) => (
          <li key={to}>
            <GoLink to={to} {...(query ? { query } : {})} className={style.card}>
              <Icon size={22} stroke={1.6} aria-hidden="true" />
              <span className={style.title}>{title}</span>
              <span className={style.about}>{about}</span>
            </GoLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
