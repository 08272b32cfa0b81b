/** Icons of menu groups that consumers do not have: loaded apart, so that consumers do not load them. */
// biome-ignore lint/performance/noBarrelFile: it makes a chunk of its own of these few
export {
  IconBuildingCommunity,
  IconChartBar,
  IconDroplet,
  IconEngine,
  IconHistory,
  IconMail,
  IconMessage,
  IconReplace,
  IconSettings,
  IconShieldCheck,
  IconTool,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
