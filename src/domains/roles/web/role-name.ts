/** Built-in roles are named in the language of the screen, others as they were written. */
import type { BuiltInRole } from '#shared/permissions.ts';
import { BUILT_IN_ROLES } from '#shared/permissions.ts';
import { useTexts } from '#web/texts/texts.ts';

function isBuiltIn(code: string): code is BuiltInRole {
  return (BUILT_IN_ROLES as readonly string[]).includes(code);
}

/** What acts without a person: a job of ours, and the bank's own call. */
const PROGRAMS = ['system', 'gateway'] as const;
type Program = (typeof PROGRAMS)[number];
const isProgram = (role: string): role is Program => PROGRAMS.some((known) => known === role);

/** What a built-in role is for, if nothing else was written. */
export function useRolePurpose(): (code: string, description: string) => string {
  const t = useTexts('roles');
  return (code, description) => description || (isBuiltIn(code) ? t(`purposes.${code}`) : '');
}

/** `roleName(code, name)` */
export function useRoleName(): (code: string, name: string) => string {
  const t = useTexts('roles');
  return (code, name) => (isBuiltIn(code) ? t(`names.${code}`) : name);
}

/** `programName(role)`: which program did it, if no person did. */
export function useProgramName(): (role: string | null) => string | undefined {
  const t = useTexts('roles');
  return (role) => (role !== null && isProgram(role) ? t(`programs.${role}`) : undefined);
}
