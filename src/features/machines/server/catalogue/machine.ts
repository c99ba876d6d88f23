import type { DISPLAYS, MachineType, PLAYER_COUNTS } from '../../contract.ts'

/** What a machine shows its score on; it decides how a photograph of a score is read. */
export type Display = (typeof DISPLAYS)[number]

/** How many can play one game in turns. */
export type PlayerCount = (typeof PLAYER_COUNTS)[number]

/**
 * A machine as an outside catalogue describes it; `null` means that the catalogue does not say.
 * All strings are trimmed, in NFC, without control characters, and safe to store as text.
 */
export type CatalogueMachine = {
  /** At most 200 code points; may repeat, even together with manufacturer and year: only `opdbId` tells machines apart. */
  name: string
  /** The short name ("Stern"), at most 100 code points. */
  manufacturer: string
  /** Year of manufacture, 1930 to 2100. */
  year: number | null
  type: MachineType
  display: Display | null
  playerCount: PlayerCount | null
  /** `G…-M…` for a machine, `G…-M…-A…` for an edition of one. Case matters. */
  opdbId: string
  /** Number in the Internet Pinball Database. Not unique: editions may share one. */
  ipdbId: number | null
  /** Other names to find it by ("TAF", "Road Show"), at most 100 code points each, none equal to `name` in any case. */
  aliases: string[]
}
