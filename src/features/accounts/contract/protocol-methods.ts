import { defineProtocolMethod, type ProtocolMethod } from '#platform/live/contract.ts'
import { HOUR, MINUTE, PERSONAL, perAddress, perConnection, perUser, type Rate, together } from '#platform/live/rates.ts'
import * as calls from './accounts.ts'
import { UNASKED_MAILS } from './rates.ts'

/* The account methods of Meteor and of the mission, with their rates. These names are apart because only the server needs them. */

/** The protocol's own limit on what proves who somebody is. */
const PROOFS: Rate = perConnection(5, 10)

export const login = defineProtocolMethod(calls.LOGIN, [PROOFS])
export const createUser = defineProtocolMethod(calls.CREATE_USER, [PROOFS, perAddress(60, HOUR)])
export const resetPassword = defineProtocolMethod(calls.RESET_PASSWORD, [PROOFS])
export const forgotPassword = defineProtocolMethod(calls.FORGOT_PASSWORD, [PROOFS, UNASKED_MAILS])
export const verifyEmail = defineProtocolMethod(calls.VERIFY_EMAIL, [perConnection(60, MINUTE), perAddress(300, MINUTE)])
export const changePassword = defineProtocolMethod(calls.CHANGE_PASSWORD, [perConnection(60, MINUTE), ...PERSONAL])
export const logout = defineProtocolMethod(calls.LOGOUT, [perConnection(60, MINUTE)])
export const getNewToken = defineProtocolMethod(calls.GET_NEW_TOKEN, [perConnection(60, MINUTE), ...PERSONAL])
export const removeOtherTokens = defineProtocolMethod(calls.REMOVE_OTHER_TOKENS, [perConnection(60, MINUTE), ...PERSONAL])
export const logoutOtherClients = defineProtocolMethod(calls.LOGOUT_OTHER_CLIENTS, [perConnection(60, MINUTE), ...PERSONAL])
export const getUserEmail = defineProtocolMethod(calls.GET_USER_EMAIL, [perConnection(60, MINUTE), ...PERSONAL])
/** Those of Meteor's accounts-2fa (3.0). */
const SECOND_STEP: readonly [Rate, Rate] = [perConnection(60, MINUTE), together('meteor second step', perUser(20, 10 * MINUTE))]
export const has2faEnabled = defineProtocolMethod('has2faEnabled', [perConnection(60, MINUTE), perUser(60, MINUTE)])
export const generate2faActivationQrCode = defineProtocolMethod('generate2faActivationQrCode', SECOND_STEP)
export const enableUser2fa = defineProtocolMethod('enableUser2fa', SECOND_STEP)
export const disableUser2fa = defineProtocolMethod('disableUser2fa', SECOND_STEP)
export const denied: readonly ProtocolMethod[] = Object.keys(calls.DENIED).map(name =>
  defineProtocolMethod(name, [perConnection(60, MINUTE)]),
)
