import * as v from 'valibot'
import { defineMethod } from '#platform/live/contract.ts'
import { booleanField, strictObject, text } from '#platform/live/schemas.ts'
import { passwordField } from './accounts.ts'
import { noUser } from './errors.ts'
import { invalidSecondStepCode, secondStepCodeMissing, wrongCredentials } from './protocol-errors.ts'
import { UNASKED_MAILS } from './rates.ts'

/**
 * How someone without a session proves who they are: `name` is a user name or an e-mail address, `code` one of the second step. Meant for
 * suspended users, who have no session, but the right to their data.
 */
const nameAndPassword = { name: text(1, 254), password: passwordField, code: v.optional(text(0, 100)) }

/** Our addition: as `account.export`, with a password in place of a session. */
export const accountExportByPassword = defineMethod<{ url: string; expiresAt: Date }>()(
  'account.exportByPassword',
  strictObject(nameAndPassword),
  {
    access: 'everybody',
    rates: [UNASKED_MAILS],
    errors: [wrongCredentials, secondStepCodeMissing, invalidSecondStepCode],
  },
)

/** Our addition: as `account.delete`, with a name and a password in place of a session. */
export const accountDeleteByPassword = defineMethod<Record<string, never>>()(
  'account.deleteByPassword',
  strictObject({ ...nameAndPassword, eraseScores: booleanField }),
  { access: 'everybody', rates: [UNASKED_MAILS], errors: [wrongCredentials, secondStepCodeMissing, invalidSecondStepCode, noUser] },
)
