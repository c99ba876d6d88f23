import { WINDOWS, type Window } from '../rules.ts'

type Query = Readonly<Record<string, string>>

const ID = /^[\x21-\x7e]{1,64}$/

/** What the home page asks for. A cursor that cannot be one is left out. */
export const homeInput = ({ before }: Query) => (before !== undefined && ID.test(before) ? { limit: 30, before } : { limit: 30 })

/** The window in a machine's address; `all` for anything else. */
export const readWindow = ({ window }: Query): Window => WINDOWS.find(each => each === window) ?? 'all'

export const boardInput = (machineId: string, window: Window) => ({ scope: { machineId }, window, limit: 100 })

export const recordInput = (machineId: string) => ({ scope: { machineId }, limit: 1 })

/** The machine in a group's or a player's address, if it can be one. */
export const readMachineId = ({ machine }: Query): string | null => (machine !== undefined && ID.test(machine) ? machine : null)

export const groupBoardInput = (groupId: string, machineId: string, window: Window) => ({
  scope: { groupId, machineId },
  window,
  limit: 100,
})

export const GROUP_LATEST = 10

export const groupScoresInput = (groupId: string) => ({ groupId, limit: GROUP_LATEST })

export const EVENT_LATEST = 20

/** As many as a television has room for beside the standings. */
export const SCREEN_SCORES = 6

export const screenScoresInput = (eventId: string) => ({ eventId, limit: SCREEN_SCORES })

export const eventScoresInput = (eventId: string) => ({ eventId, limit: EVENT_LATEST })

/** The live events among which the score form offers those that a machine is played in. */
export const SUBMIT_LIVE = { state: 'live' as const, limit: 20 }

/** A player's growth on the machine in the address, or on the one played most. */
export const progressInput = (username: string, query: Query) => {
  const machineId = readMachineId(query)
  return machineId === null ? { username } : { username, machineId }
}
