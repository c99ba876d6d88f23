import type { MachineType } from '#machines/contract/machine-types.ts'
import type { Display, PlayerCount } from './machine.ts'
import rows from './starter-catalogue.json'

/** A title of the starter catalogue, with the data needed to find the machine and submit a score for it. */
export type StarterMachine = {
  name: string
  manufacturer: string
  year: number
  type: MachineType
  display: Display | null
  playerCount: PlayerCount
  opdbId?: string
  ipdbId?: number
}

type Row = readonly [
  name: string,
  manufacturer: string,
  year: number,
  type: MachineType,
  display: Display | null,
  playerCount: PlayerCount,
  opdbId?: string,
  ipdbId?: number,
]

/**
 * The machines of a new database, oldest first. No two have the same name, manufacturer and year, or the same id. A title made in several
 * editions is listed once under its plain name, with the catalogue ids of the most common edition: Pro, standard, or the collective record
 * if there is no such edition. A later import of the full catalogue finds the machine by its id and keeps the plain name.
 */
export const starterCatalogue: readonly StarterMachine[] = (rows as unknown as readonly Row[]).map(
  ([name, manufacturer, year, type, display, playerCount, opdbId, ipdbId]) => ({
    name,
    manufacturer,
    year,
    type,
    display,
    playerCount,
    ...(opdbId === undefined ? {} : { opdbId }),
    ...(ipdbId === undefined ? {} : { ipdbId }),
  }),
)
