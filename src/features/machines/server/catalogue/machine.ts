import type { DISPLAYS, MachineType, PLAYER_COUNTS } from '#machines/contract/machine-types.ts'

/** The kind of display on which a machine shows scores. It determines how a photo of a score has to be read. */
export type Display = (typeof DISPLAYS)[number]

/** The maximum number of players in one game, who take turns. */
export type PlayerCount = (typeof PLAYER_COUNTS)[number]

/**
 * A machine as described by an external catalogue. `null` means that the catalogue has no value. All strings are trimmed, in NFC, without
 * control characters, and safe to store as text.
 */
export type CatalogueMachine = {
  /** At most 200 code points. Not unique, even together with manufacturer and year: only `opdbId` identifies a machine. */
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
