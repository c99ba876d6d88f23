/** A machine that was recently picked on this device. */
export interface RecentMachine {
  machineId: string
  name: string
  /** manufacturer, and year if known */
  detail?: string
  pickedAt: Date
}

const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The machines for which each typed word starts a word of the name. */
export function filterByName<Machine extends { name: string }>(machines: readonly Machine[], typed: string): Machine[] {
  const prefixes = foldText(typed).split(/\s+/).filter(Boolean)
  return machines.filter(({ name }) => {
    const words = foldText(name).split(/[^\p{L}\p{N}]+/u)
    return prefixes.every(start => words.some(word => word.startsWith(start)))
  })
}
