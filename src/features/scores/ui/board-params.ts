import { WINDOWS, type Window } from '../rules.ts'

/** The window in a page's query parameters; `all` if it is missing or invalid. */
export const readWindow = ({ window }: Readonly<Record<string, string>>): Window => WINDOWS.find(each => each === window) ?? 'all'

export const boardInput = (machineId: string, window: Window) => ({ scope: { machineId }, window, limit: 100 })

export const groupBoardInput = (groupId: string, machineId: string, window: Window) => ({
  scope: { groupId, machineId },
  window,
  limit: 100,
})

export const recordInput = (machineId: string) => ({ scope: { machineId }, limit: 1 })
