import type { MachineDoc } from '../../machines/contract.ts'
import { MAX_VALUE } from '../rules.ts'
import type { QueuedScore, TypedScore } from './queue/queued-score.ts'

export interface PickedMachine {
  machineId: string
  name: string
  /** maker and year, where they are known */
  detail?: string
}

export const pickedOf = ({ _id, name, manufacturer, year }: MachineDoc & { _id: string }): PickedMachine => ({
  machineId: _id,
  name,
  detail: year === null ? manufacturer : `${manufacturer}, ${year}`,
})

/** What stands in the score form. */
export interface Fields {
  machine: PickedMachine | null
  /** what stands in the box where the machine is looked for */
  machineText: string
  digits: string
  comment: string
  picture: File | null
}

export const fieldsOf = (machine: PickedMachine | null, item: Partial<QueuedScore> = {}): Fields => ({
  machine,
  machineText: machine?.name ?? '',
  digits: item.value === undefined ? '' : String(item.value),
  comment: item.comment ?? '',
  picture: item.picture === undefined ? null : new File([item.picture], 'score.jpg', { type: 'image/jpeg' }),
})

/** A number as it may stand in a box, without its separators. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '').slice(0, 16)

export function problemsOf({ machine, digits }: Fields): { machine?: string; value?: string } {
  const value = valueProblem(Number(digits))
  return {
    ...(machine === null || machine.name === '' ? { machine: 'Pick the machine from the list.' } : {}),
    ...(value === undefined ? {} : { value }),
  }
}

/** What is wrong with a number that is to be a score. */
export const valueProblem = (value: number): string | undefined =>
  value < 1 ? 'Type the score.' : value > MAX_VALUE ? 'That is more than any machine can show.' : undefined

/** @param mended the score that it takes the place of: it was played when that was, but not later than now */
export function typedOf({ machine, digits, comment, picture }: Fields, mended: QueuedScore | null, now: Date): TypedScore {
  return {
    machineId: machine!.machineId,
    machineName: machine!.name,
    value: Number(digits),
    achievedAt: mended !== null && mended.achievedAt < now ? mended.achievedAt : now,
    ...(comment.trim() === '' ? {} : { comment }),
    ...(picture === null ? {} : { picture }),
  }
}
