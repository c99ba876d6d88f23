import { added } from './added.ts'
import { admitted } from './admitted.ts'
import { beaten } from './beaten.ts'
import { contested } from './contested.ts'
import type { NotificationKind } from './define-notification.ts'
import { moderated } from './moderated.ts'
import { round } from './round.ts'
import { starts } from './starts.ts'
import { voided } from './voided.ts'

export const notificationKinds: readonly NotificationKind[] = [beaten, moderated, voided, added, admitted, starts, round, contested]
