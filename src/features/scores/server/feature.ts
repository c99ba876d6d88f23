import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import type { PlayersDoor } from '../../players/server/door.ts'
import { Boards } from './boards.ts'
import { registerMethods } from './methods.ts'
import { registerPublications } from './publications.ts'
import { ScoresService } from './service.ts'

export interface ScoresFeature {
  boards: Boards
  /** Resolves when everything submitted so far is answered. */
  idle(): Promise<void>
}

export function startScores(
  platform: Platform,
  doors: { accounts: AccountsDoor; machines: MachinesDoor; players: PlayersDoor },
): ScoresFeature {
  const { database, clock, live } = platform
  const boards = new Boards(database, clock)
  const service = new ScoresService({ ...doors, database, clock, boards, applied: () => live.feed.applied })
  registerPublications(platform, doors, boards)
  registerMethods(platform, doors, service, boards)
  return { boards, idle: () => service.idle() }
}
