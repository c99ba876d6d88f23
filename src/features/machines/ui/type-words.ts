import type { MachineType } from '../contract.ts'

export const typeWords: Record<MachineType, string> = { em: 'Electromechanical', ss: 'Solid state', me: 'Mechanical' }
