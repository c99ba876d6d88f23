/**
 * The values of the event form, all as text. Options of formats are named `format.` and their path on the wire; those of every format that
 * was chosen stay there, so that choosing another format and coming back loses nothing.
 */
export type EventValues = {
  name: string
  description: string
  venue: string
  /** local time in `timeZone` */
  startsAt: string
  endsAt: string
  timeZone: string
  /** '': no group */
  groupId: string
  kind: string
  /** see `Agreement`; only formats with groups use it */
  agreement: string
  /** how many may register; '': any number */
  capacity: string
  /** separated by spaces, in order; only formats with a choice use it */
  tieBreaks: string
  /** see `ByeWorth`; only formats with a choice use it */
  byes: string
  /** see `Seeding`; only formats with seeds use it */
  seeding: string
  /** a number; only formats with several games use it */
  gamesPerRound: string
  /** separated by spaces, in order */
  machineIds: string
  [option: `format.${string}`]: string
}
