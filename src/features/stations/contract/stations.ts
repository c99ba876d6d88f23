import * as v from 'valibot'
import { noMachine } from '#machines/contract/machines.ts'
import { defineMethod, definePublication } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { id, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { noMachineInVenue } from '#venues/contract.ts'
import { machineBoardPaired, noStation, stationIdUsed, tooManyStations } from './errors.ts'

/** A document of `stations`, for the managers of its venue. */
export interface StationDoc {
  venueId: string
  machineId: string
  machineName: string
  /** by which the address of its QR code names it, `/claim/CODE`; it never changes, because it is printed */
  code: string
  /** the ids of its machine boards: another ROM of the same machine has another id */
  boardIds: string[]
  /** what its machine board said that it is when it was paired; empty: nothing */
  boardName: string
  /** what it says now, if that differs: it may have been moved to another machine */
  nowNamed?: string
  /** when it was last heard of on this node; left out: not since the node started */
  seenAt?: Date
  /** games that have ended on it so far, and plays of them that nobody has claimed in time */
  games: number
  unclaimed: number
}

/** A document of `unpairedBoards`, for the managers of a venue: a machine board that belongs to no station. Its `_id` is `venueId/boardId`. */
export interface UnpairedBoardDoc {
  venueId: string
  boardId: string
  name: string
  seenAt: Date
  /** scores of the last game that has ended on it */
  lastGame?: number[]
}

/**
 * Our addition: makes a machine board a station of a venue, or adds it to a station. `_id`: of a new station; `stationId`: of the one to
 * which the board is added, which is then on this machine. The machine has to stand in the venue. `boardId` left out: a station that others
 * report by `POST /api/v1/reports`.
 */
export const stationsPair = defineMethod<{ stationId: string }>()(
  'stations.pair',
  strictObject({
    _id: uuidV7,
    venueId: id,
    boardId: v.optional(text(1, 64)),
    machineId: id,
    stationId: v.optional(id),
  }),
  {
    example: { boardId: '4f0c12ab' },
    access: 'manager of the venue',
    rates: PERSONAL,
    errors: [noVenue, noMachine, noMachineInVenue, noStation, stationIdUsed, tooManyStations, machineBoardPaired],
  },
)

/** Our addition: says which machine a station is now. What its machine board is called from now on is right. */
export const stationsSetMachine = defineMethod<Record<string, never>>()(
  'stations.setMachine',
  strictObject({ venueId: id, stationId: id, machineId: id }),
  { access: 'manager of the venue', rates: PERSONAL, errors: [noVenue, noStation, noMachineInVenue] },
)

/** Our addition: ends a station. What was claimed stays. Ending it again changes nothing; pairing its machine again brings its code and games back. */
export const stationsRemove = defineMethod<Record<string, never>>()('stations.remove', strictObject({ venueId: id, stationId: id }), {
  access: 'manager of the venue',
  rates: PERSONAL,
  errors: [noVenue, noStation],
})

/** Our addition: the stations of a venue, and the machine boards that could become some. */
export const stationsList = definePublication('stations.list', strictObject({ venueId: id }), ['stations', 'unpairedBoards'], {
  access: 'manager of the venue',
  errors: [noVenue],
})
