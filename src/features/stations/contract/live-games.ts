import { definePublication } from '#platform/live/contract.ts'
import { id, strictObject } from '#platform/live/schemas.ts'
import { noVenue } from '#venues/contract/errors.ts'

/** A document of `liveGames`: a game that is being played, or was until a few seconds ago. Its `_id` is the station's. */
export interface LiveGameDoc {
  venueId: string
  venueName: string
  machineId: string
  machineName: string
  /** left out: not known */
  ball?: number
  /** who is up: 1 for who began; left out: not known */
  player?: number
  /** of the players, who began first */
  scores: number[]
  /** left out: it is being played; `away`: its machine board does not answer, so nobody knows how it goes on */
  over?: 'ended' | 'away'
}

/** Our addition: the games that are being played at a venue. Each changes at most four times a second. */
export const stationsPlaying = definePublication('stations.playing', strictObject({ venueId: id }), ['liveGames'], {
  access: 'everybody',
  errors: [noVenue],
})

/** Our addition: the games that are being played on a machine, in venues that everybody may see. */
export const stationsPlayingOn = definePublication('stations.playingOn', strictObject({ machineId: id }), ['liveGames'], {
  access: 'everybody',
  errors: [],
})
