/** A machine that was picked on this device. */
export interface RecentMachine {
  machineId: string
  name: string
  /** maker and year, where they are known */
  detail?: string
  pickedAt: Date
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Those whose name has a word beginning with each word typed. */
export function matching(machines: readonly RecentMachine[], typed: string): RecentMachine[] {
  const wanted = folded(typed).split(/\s+/).filter(Boolean)
  return machines.filter(({ name }) => {
    const words = folded(name).split(/[^\p{L}\p{N}]+/u)
    return wanted.every(start => words.some(word => word.startsWith(start)))
  })
}
