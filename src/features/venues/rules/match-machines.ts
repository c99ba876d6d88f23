import { foldWords } from '#platform/text/fold.ts'
import type { PinballMapEntry } from './pinball-map.ts'

/** A machine of the catalogue, with what it may be named by elsewhere. */
export interface MatchableMachine {
  machineId: string
  name: string
  manufacturer: string
  year: number | null
  opdbIds: readonly string[]
  ipdbId: number | null
}

/**
 * By what a machine of a list is one of the catalogue: by its OPDB id; by the part of that which names the machine without its edition; by its
 * number at IPDB; or by name, maker and year.
 */
export const MATCHES = ['opdb', 'opdb-machine', 'ipdb', 'name'] as const
export type Match = (typeof MATCHES)[number]

/** Returns the part of an OPDB id that names the machine: `G…-M…` of `G…-M…-A…`. */
const machinePart = (opdbId: string): string => opdbId.split('-').slice(0, 2).join('-')

const nameKey = (name: string, manufacturer: string, year: number): string =>
  [foldWords(name).join(''), foldWords(manufacturer).join(''), year].join('/')

/** Returns what maps a key to the machines that have it. */
function indexBy(
  catalogue: readonly MatchableMachine[],
  keysOf: (machine: MatchableMachine) => readonly string[],
): (key: string) => MatchableMachine[] {
  const byKey = new Map<string, MatchableMachine[]>()
  for (const machine of catalogue) for (const key of new Set(keysOf(machine))) byKey.set(key, [...(byKey.get(key) ?? []), machine])
  return key => byKey.get(key) ?? []
}

/**
 * Finds the machines of a list in the catalogue, each by the first rule that leaves exactly one. What none does is left to a person.
 * @returns one for each of the list; null: none, or several
 */
export function matchMachines(
  catalogue: readonly MatchableMachine[],
  listed: readonly PinballMapEntry[],
): ({ machineId: string; by: Match } | null)[] {
  const byOpdbId = indexBy(catalogue, ({ opdbIds }) => opdbIds)
  const byMachinePart = indexBy(catalogue, ({ opdbIds }) => opdbIds.map(machinePart))
  const byIpdbId = indexBy(catalogue, ({ ipdbId }) => (ipdbId === null ? [] : [String(ipdbId)]))
  const byName = indexBy(catalogue, ({ name, manufacturer, year }) => (year === null ? [] : [nameKey(name, manufacturer, year)]))
  return listed.map(({ name, manufacturer, year, opdbId, ipdbId }) => {
    const part = opdbId === null ? null : machinePart(opdbId)
    const found: Record<Match, MatchableMachine[]> = {
      opdb: opdbId === null ? [] : byOpdbId(opdbId),
      // Of several editions the catalogue may have the machine itself too.
      'opdb-machine': part === null ? [] : byOpdbId(part).length === 1 ? byOpdbId(part) : byMachinePart(part),
      ipdb: ipdbId === null ? [] : byIpdbId(String(ipdbId)),
      name: manufacturer === null || year === null ? [] : byName(nameKey(name, manufacturer, year)),
    }
    const by = MATCHES.find(match => found[match].length === 1)
    return by === undefined ? null : { machineId: found[by][0]!.machineId, by }
  })
}
