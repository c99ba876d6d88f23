/** A machine that was recently picked on this device. */
export interface RecentMachine {
  machineId: string
  name: string
  /** manufacturer, and year if known */
  detail?: string
  pickedAt: Date
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The machines for which each typed word starts a word of the name. */
export function matching(machines: readonly RecentMachine[], typed: string): RecentMachine[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean)
  return machines.filter(({ name }) => {
    const words = folded(name).split(/[^\p{L}\p{N}]+/u)
    return wanted.every(start => words.some(word => word.startsWith(start)))
  })
}
