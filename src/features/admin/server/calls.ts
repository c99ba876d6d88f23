import { belongings } from './calls/belongings.ts'
import { block } from './calls/block.ts'
import { clear } from './calls/clear.ts'
import { deleteUserForGood } from './calls/delete.ts'
import { discard } from './calls/discard.ts'
import { enrollUser } from './calls/enroll.ts'
import { exportAudit } from './calls/export.ts'
import { liftSuspension } from './calls/lift-suspension.ts'
import { matches } from './calls/matches.ts'
import { moderationOverviewCall } from './calls/moderation-overview.ts'
import { overview } from './calls/overview.ts'
import { resetSecondStep } from './calls/reset-second-step.ts'
import { restoreJob } from './calls/restore.ts'
import { retry } from './calls/retry.ts'
import { signOut } from './calls/sign-out.ts'
import { stats } from './calls/stats.ts'
import { suspend } from './calls/suspend.ts'
import { unblock } from './calls/unblock.ts'

/** How the calls of this feature are answered. */
export const adminCalls = [
  belongings,
  block,
  clear,
  deleteUserForGood,
  discard,
  enrollUser,
  exportAudit,
  liftSuspension,
  matches,
  moderationOverviewCall,
  overview,
  resetSecondStep,
  restoreJob,
  retry,
  signOut,
  stats,
  suspend,
  unblock,
]
