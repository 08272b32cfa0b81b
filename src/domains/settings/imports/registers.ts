/** The registers that can come from a file. */
import type { ListKind } from './contract.ts';
import { materialRegister } from './material-register.ts';
import { dmaRegister, roadRegister, sectorRegister } from './place-registers.ts';
import type { Register } from './register.ts';

export const REGISTERS: Record<ListKind, Register> = {
  sectors: sectorRegister,
  roads: roadRegister,
  dmas: dmaRegister,
  materials: materialRegister,
};
