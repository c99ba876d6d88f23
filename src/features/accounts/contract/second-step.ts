import { defineMethod } from '#platform/live/contract.ts'
import { PERSONAL } from '#platform/live/rates.ts'
import { strictObject } from '#platform/live/schemas.ts'
import { codeField, passwordField } from './accounts.ts'
import { secondStepOff, secondStepOn } from './errors.ts'
import { wrongCredentials } from './protocol-errors.ts'
import { OWNER_CHECKS } from './rates.ts'

/** Whether the caller's account has a second step. `recoveryCodes`: how many are left */
export type SecondStepInfo = { on: false } | { on: true; since: Date; recoveryCodes: number }

/** Our addition, like the four that follow: tells whether the caller's account has a second step. */
export const accountSecondStep = defineMethod<SecondStepInfo>()('account.secondStep', strictObject({}), {
  access: 'signed in',
  rates: PERSONAL,
  errors: [],
})

/** Makes a secret for an authenticator app: in base 32, and as the address of its QR code. `account.enableSecondStep` makes it count. */
export const accountBeginSecondStep = defineMethod<{ secret: string; address: string }>()(
  'account.beginSecondStep',
  strictObject({ password: passwordField }),
  { access: 'signed in', rates: OWNER_CHECKS, errors: [wrongCredentials, secondStepOn] },
)

/** Turns the second step on. Returns the recovery codes, which are shown only this once. */
export const accountEnableSecondStep = defineMethod<{ recoveryCodes: string[] }>()(
  'account.enableSecondStep',
  strictObject({ code: codeField }),
  {
    access: 'signed in',
    rates: OWNER_CHECKS,
    errors: [secondStepOn, secondStepOff],
  },
)

/** Makes new recovery codes in place of the old ones. */
export const accountRenewRecoveryCodes = defineMethod<{ recoveryCodes: string[] }>()(
  'account.renewRecoveryCodes',
  strictObject({ password: passwordField, code: codeField }),
  { access: 'signed in', rates: OWNER_CHECKS, errors: [wrongCredentials, secondStepOff] },
)

export const accountDisableSecondStep = defineMethod<Record<string, never>>()(
  'account.disableSecondStep',
  strictObject({ password: passwordField, code: codeField }),
  { access: 'signed in', rates: OWNER_CHECKS, errors: [wrongCredentials, secondStepOff] },
)
