import { DeviceStore } from '#platform/ui/device-store.ts'
import type { MachineName, MachineNames } from '../contract/machines.ts'

/** The names of the catalogue as this device has them. */
interface KeptNames {
  version: string
  /** ms since 1970 */
  checkedAt: number
  machines: readonly MachineName[]
}

const KEY = 'names'
/** ms after which the server is asked whether there are other names */
const CHECK_AFTER = 3_600_000

const store = new DeviceStore<KeptNames>('skillshot-machines')

type Ask = (input: { known?: string }) => Promise<MachineNames>

let refreshing: Promise<void> | null = null

/** Asks the server for the names that this device does not have yet, at most once an hour. Never rejects: they are only for later. */
export function refreshKeptNames(ask: Ask, now: number): Promise<void> {
  refreshing ??= refresh(ask, now).finally(() => {
    refreshing = null
  })
  return refreshing
}

async function refresh(ask: Ask, now: number): Promise<void> {
  try {
    const kept = await store.get(KEY)
    if (kept !== undefined && now - kept.checkedAt < CHECK_AFTER && now >= kept.checkedAt) return
    const { version, machines = kept?.machines ?? [] } = await ask(kept === undefined ? {} : { known: kept.version })
    await store.put(KEY, { version, checkedAt: now, machines })
  } catch {
    // Without a connection, or without room on the device, it has what it had.
  }
}

/** The names of the catalogue that this device has kept; empty if there are none. */
export async function readKeptNames(): Promise<readonly MachineName[]> {
  return (await store.get(KEY).catch(() => undefined))?.machines ?? []
}
