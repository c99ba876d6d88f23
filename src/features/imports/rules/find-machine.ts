import { foldWords } from '#platform/text/fold.ts'
import { type MatchableMachine, matchMachines } from '#venues/rules/match-machines.ts'

/** Why a machine was not found by its name. */
export type MachineProblem = 'no-machine' | 'several-machines'

/** What a list says of a machine. */
export interface NamedMachine {
  name: string
  opdbId: string | null
}

/** `Name (Maker, Year)` or `Name (Maker)`, as catalogues write them. */
const WITH_MAKER = /^(?<name>.+?)\s*\((?<maker>[^()]*?)(?:,\s*(?<year>\d{4}))?\)$/

const key = (...parts: string[]): string => parts.map(part => foldWords(part).join('')).join('/')

/**
 * Makes what finds machines of lists in the catalogue: by their OPDB ids, otherwise by their names, also with maker and year in brackets.
 * @param chosen what the user says that a name is, by the name
 */
export function createMachineFinder(
  catalogue: readonly MatchableMachine[],
  chosen: ReadonlyMap<string, string> = new Map(),
): (listed: NamedMachine) => { machineId: string } | { problem: MachineProblem } {
  const byKey = new Map<string, MatchableMachine[]>()
  for (const machine of catalogue) {
    const { name, manufacturer, year } = machine
    const keys = [
      key(name),
      key(name, manufacturer),
      ...(year === null ? [] : [key(name, manufacturer, String(year)), key(name, '', String(year))]),
    ]
    for (const each of new Set(keys)) byKey.set(each, [...(byKey.get(each) ?? []), machine])
  }
  const known = new Set(catalogue.map(({ machineId }) => machineId))
  const found = new Map<string, ReturnType<ReturnType<typeof createMachineFinder>>>()
  const find = ({ name, opdbId }: NamedMachine): { machineId: string } | { problem: MachineProblem } => {
    const choice = chosen.get(name)
    if (choice !== undefined && known.has(choice)) return { machineId: choice }
    if (opdbId !== null) {
      const [match] = matchMachines(catalogue, [{ pinballMapId: 1, name, manufacturer: null, year: null, opdbId, ipdbId: null }])
      if (match) return { machineId: match.machineId }
    }
    const parts = WITH_MAKER.exec(name)?.groups
    const keys = [
      key(name),
      ...(parts === undefined ? [] : [key(parts.name!, parts.maker!, ...(parts.year === undefined ? [] : [parts.year]))]),
    ]
    const machines = keys.map(each => byKey.get(each) ?? []).find(each => each.length > 0) ?? []
    if (machines.length === 1) return { machineId: machines[0]!.machineId }
    return { problem: machines.length === 0 ? 'no-machine' : 'several-machines' }
  }
  return listed => {
    const id = JSON.stringify([listed.name, listed.opdbId])
    const known = found.get(id) ?? find(listed)
    found.set(id, known)
    return known
  }
}
