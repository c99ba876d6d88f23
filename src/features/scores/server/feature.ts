import type { Platform } from '../../../platform/platform.ts'
import type { AccountsDoor } from '../../accounts/server/door.ts'
import type { GroupsDoor } from '../../groups/server/door.ts'
import type { MachinesDoor } from '../../machines/server/door.ts'
import type { PlayersDoor } from '../../players/server/door.ts'
import type { ReportsDoor } from '../../reports/server/door.ts'
import { Boards } from './boards.ts'
import { Company } from './company.ts'
import { commentsBy, likedBy } from './company-store.ts'
import { eraseScores } from './erase.ts'
import { registerMethods } from './methods.ts'
import { Moderation } from './moderation.ts'
import { registerPublications } from './publications.ts'
import { ScoresService } from './service.ts'
import { scoreById, scoresOf } from './store.ts'
import { registerUserChannel } from './user-channel.ts'

export interface ScoresFeature {
  boards: Boards
  /** Resolves when everything submitted so far is answered. */
  idle(): Promise<void>
}

export interface ScoresDoors {
  accounts: AccountsDoor
  reports: ReportsDoor
  groups: GroupsDoor
  machines: MachinesDoor
  players: PlayersDoor
}

export function startScores(platform: Platform, doors: ScoresDoors): ScoresFeature {
  const { database, clock, live } = platform
  const { accounts, groups, reports } = doors
  const boards = new Boards(database, clock, groups)
  const service = new ScoresService({ ...doors, database, clock, boards, applied: () => live.feed.applied })
  const moderation = new Moderation({ database, accounts, reports })
  const company = new Company({ database, accounts })
  registerUserChannel(live, boards)
  registerPublications(platform, doors, boards)
  registerMethods(platform, doors, { service, moderation, company }, boards)

  reports.subject('score', async (db, scoreId) => {
    const score = await scoreById(db, scoreId)
    if (score === null) return null
    const { value, machineName, displayName, userId } = score
    return { label: `${value.toLocaleString('en-US')} on ${machineName} by ${displayName}`, path: `/scores/${scoreId}`, userId }
  })
  reports.subject('comment', (_db, commentId) => company.subject(commentId))
  accounts.onDelete(eraseScores, () => service.idle())
  accounts.onExport(async userId => ({
    'scores.json': await scoresOf(database.db, userId),
    'comments.json': await commentsBy(database.db, userId),
    'likes.json': await likedBy(database.db, userId),
  }))
  return { boards, idle: () => service.idle() }
}
