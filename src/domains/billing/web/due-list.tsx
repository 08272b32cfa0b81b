import { ConnectionList } from './connection-list.tsx';

export function DueList() {
  return <ConnectionList only="due" />;
}
