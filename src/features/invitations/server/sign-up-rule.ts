import type { AccountsApi } from '#accounts/server/api.ts'
import { DdpError } from '#ddp/wire/error.ts'
import type { FeatureContext } from '#platform/feature-context.ts'
import { SIGN_UPS_FORBIDDEN } from '../contract.ts'
import { CHANGED } from './invitations.ts'
import * as store from './store.ts'
import { hashInvitation } from './token.ts'

/** The same error for a missing invitation and for one that is not valid, whatever the reason. */
const forbidden = (): DdpError => new DdpError(403, SIGN_UPS_FORBIDDEN, 'A new account needs an invitation that is still valid.')

/** Who may sign up where an invitation is required. */
export const signUpRule = ({ settings, database, clock }: FeatureContext): Parameters<AccountsApi['onSignUp']>[0] => ({
  async check(invitation) {
    if (settings.current().signUps !== 'invite') return
    if (invitation === null) throw forbidden()
    if ((await store.findValid(database.db, hashInvitation(invitation), new Date(clock.now()))) === null) throw forbidden()
  },
  async redeem(tx, userId, invitation) {
    const accepted = invitation !== null && (await store.takeUse(tx, hashInvitation(invitation), userId, new Date(clock.now())))
    if (!accepted && settings.current().signUps === 'invite') throw forbidden()
    return accepted ? [CHANGED] : []
  },
})
