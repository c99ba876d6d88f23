import { listBelongings } from './calls/belongings.ts'
import { blockName } from './calls/block.ts'
import { clearCaches } from './calls/clear.ts'
import { deleteUserForGood } from './calls/delete.ts'
import { discardJob } from './calls/discard.ts'
import { enrollUser } from './calls/enroll.ts'
import { exportAudit } from './calls/export.ts'
import { liftSuspension } from './calls/lift-suspension.ts'
import { listNameMatches } from './calls/matches.ts'
import { describeModeration } from './calls/moderation-overview.ts'
import { describeSite } from './calls/overview.ts'
import { resetSecondStep } from './calls/reset-second-step.ts'
import { restoreJob } from './calls/restore.ts'
import { retryJob } from './calls/retry.ts'
import { signOutUser } from './calls/sign-out.ts'
import { listCacheStats } from './calls/stats.ts'
import { suspendUser } from './calls/suspend.ts'
import { unblockName } from './calls/unblock.ts'

/** How the calls of this feature are answered. */
export const ADMIN_CALLS = [
  listBelongings,
  blockName,
  clearCaches,
  deleteUserForGood,
  discardJob,
  enrollUser,
  exportAudit,
  liftSuspension,
  listNameMatches,
  describeModeration,
  describeSite,
  resetSecondStep,
  restoreJob,
  retryJob,
  signOutUser,
  listCacheStats,
  suspendUser,
  unblockName,
]
