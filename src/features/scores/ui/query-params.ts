type Query = Readonly<Record<string, string>>

const ID = /^[\x21-\x7e]{1,64}$/

/** The machine id in the query parameters of a page; null if it is missing or invalid. */
export const readMachineId = ({ machine }: Query): string | null => (machine !== undefined && ID.test(machine) ? machine : null)

/** The id of the score on this device that the score form's page shows first; null if it is missing or invalid. */
export const readKeptScore = ({ kept }: Query): string | null => (kept !== undefined && ID.test(kept) ? kept : null)

/** The path of the score form at which a score that this device keeps is shown. @param path that of the form */
export const keptScorePath = (path: string, id: string): string => `${path}${path.includes('?') ? '&' : '?'}kept=${encodeURIComponent(id)}`

export const GROUP_LATEST = 10

export const groupScoresInput = (groupId: string) => ({ groupId, limit: GROUP_LATEST })

export const EVENT_LATEST = 20

/** The number of scores that fit next to the standings on a big screen. */
export const SCREEN_SCORES = 6

export const screenScoresInput = (eventId: string) => ({ eventId, limit: SCREEN_SCORES })

export const eventScoresInput = (eventId: string) => ({ eventId, limit: EVENT_LATEST })

/** The live events that the score form loads; it offers those in which the machine is played. */
export const SUBMIT_LIVE = { state: 'live' as const, limit: 20 }

/** The parameters of a player's progress on the machine in the address, or on the one with the most scores. */
export const progressInput = (username: string, query: Query) => {
  const machineId = readMachineId(query)
  return machineId === null ? { username } : { username, machineId }
}
