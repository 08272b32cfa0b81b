/**
 * A draft while it is filled in: its parts as typed, checked with the strict schemas that submitting will ask for,
 * kept on the server by useAutosave. Uploads change the draft's version too: they tell it to `seen`.
 */
import { useId, useState } from 'react';
import type { z } from 'zod';
import type { FieldError } from '#shared/errors.ts';
import { call } from '#web/calls/call.ts';
import { today } from '#web/today.ts';
import { check, valueAt, withValue } from '#web/ui/form/issues.ts';
import {
  afterChange,
  afterCheck,
  afterLeave,
  type Problem,
  refusedBy,
} from '#web/ui/form/problems/problems.ts';
import type { FormFields } from '#web/ui/form/use-form.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { updateDraft } from '../../intake/contract.ts';
import {
  applicantSchema,
  birthProblems,
  buildingSchema,
  type DraftParts,
  ownerSchema,
  type PartName,
  plumberSchema,
} from '../../intake/parts.rules.ts';
import type { Autosave, SaveState } from './autosave.ts';
import { latestOf, useAutosave } from './use-autosave.ts';

const SCHEMAS: Record<PartName, z.ZodType> = {
  applicant: applicantSchema,
  owner: ownerSchema,
  plumber: plumberSchema,
  building: buildingSchema,
};

/** True if nothing was typed into a part that begins empty. */
function isUntouched(part: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(part).every(
    ([name, value]) =>
      name === 'isOwner' || value === undefined || value === null || value === '' || value === false,
  );
}

/** What is missing or wrong in a part, as paths within the draft. A plumber may be left out. */
function problemsOf(parts: DraftParts, part: PartName): FieldError[] {
  const values = part === 'building' ? { sewer: false, ...parts.building } : parts[part];
  if (part === 'plumber' && isUntouched(values)) return [];
  if (part === 'owner' && parts.applicant.isOwner !== false) return [];
  const born = part === 'applicant' ? birthProblems(parts.applicant, today()) : [];
  return [...check(SCHEMAS[part], values).problems, ...born].map((problem) => ({
    ...problem,
    path: `${part}.${problem.path}`,
  }));
}

/** Flags that the strict schemas need. */
function initialParts(parts: DraftParts): DraftParts {
  return {
    ...parts,
    applicant: { ...parts.applicant, isOwner: parts.applicant.isOwner ?? true },
    building: { ...parts.building, sewer: parts.building.sewer ?? false },
  };
}

/** Keeps the draft of an application on the server. Not ready: what the last page left is sent first. */
export function useSavedDraft(application: ApplicationDetail) {
  return useAutosave<DraftParts>(application, {
    send: async (values, version, how) => {
      const body = { ...values, applicationId: application.id, version };
      return { parts: values, version: (await call(updateDraft, { body }, how)).version };
    },
  });
}

type Saved = { saving: Autosave<DraftParts>; state: SaveState };

export function useDraft(application: ApplicationDetail, { saving, state }: Saved) {
  const id = useId();
  const [parts, setParts] = useState<DraftParts>(() =>
    initialParts(saving.left() ?? latestOf(application).parts),
  );
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  /** What the last check or the server found: the first of it that is still wrong gets the focus. */
  const [told, setTold] = useState<readonly Problem[]>([]);
  const form: FormFields<string> = {
    id,
    valueOf: (name) => valueAt(parts, name),
    change(name, value) {
      setParts((current) => {
        const next = withValue(current, name, value) as DraftParts;
        saving.queue(next);
        return next;
      });
      setProblems((current) => afterChange(current, name));
    },
    leave(name) {
      const value = valueAt(parts, name);
      if (value === undefined || value === null || value === '') return;
      const found = problemsOf(parts, name.split('.')[0] as PartName);
      setProblems((current) => afterLeave(current, name, found));
    },
    problemOf: (name) => problems.find((problem) => problem.path === name),
  };
  return {
    form,
    parts,
    saving: { state, flush: saving.flush, hold: saving.hold },
    seen: saving.seen,
    /** Names application and version for the next call. */
    known: () => ({ applicationId: application.id, version: saving.version() }),
    told,
    /** The first field of a part that was told and is still wrong. */
    firstWrong: (part: PartName) =>
      told.find((problem) => problems.includes(problem) && problem.path.startsWith(`${part}.`))?.path,
    /** The server refused these fields. */
    refuse(fields: readonly FieldError[]) {
      const refused = refusedBy(fields);
      setProblems(refused);
      setTold(refused);
    },
    isUntouched: (part: PartName) => isUntouched(parts[part]),
    problemsOf: (part: PartName) => problemsOf(parts, part),
    /** Shows what is wrong in a part; true if nothing is. */
    checkPart(part: PartName) {
      const found = problemsOf(parts, part);
      setProblems((current) => afterCheck(current, found));
      setTold(found);
      return found.length === 0;
    },
  };
}
export type Draft = ReturnType<typeof useDraft>;
