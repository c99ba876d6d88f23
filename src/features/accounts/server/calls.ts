import { addPasskey } from './calls/add-passkey.ts'
import { beginLoginService } from './calls/begin-login-service.ts'
import { beginPasskey } from './calls/begin-passkey.ts'
import { beginPasskeySignIn } from './calls/begin-passkey-sign-in.ts'
import { beginSecondStep } from './calls/begin-second-step.ts'
import { confirmSignIn } from './calls/confirm-sign-in.ts'
import { deleteAccount } from './calls/delete.ts'
import { deleteByPassword } from './calls/delete-by-password.ts'
import { disableSecondStep } from './calls/disable-second-step.ts'
import { enableSecondStep } from './calls/enable-second-step.ts'
import { endSession } from './calls/end-session.ts'
import { exportData } from './calls/export.ts'
import { exportByPassword } from './calls/export-by-password.ts'
import { linkLoginService } from './calls/link-login-service.ts'
import { listLoginServices } from './calls/login-services.ts'
import { lookAtLogin } from './calls/look-at-login.ts'
import { passkeys } from './calls/passkeys.ts'
import { removePasskey } from './calls/remove-passkey.ts'
import { rename } from './calls/rename-passkey.ts'
import { renewRecoveryCodes } from './calls/renew-recovery-codes.ts'
import { describeSecondStep } from './calls/second-step.ts'
import { sendVerification } from './calls/send-verification.ts'
import { listOwnSessions } from './calls/sessions.ts'
import { setEmail } from './calls/set-email.ts'
import { changeLocale } from './calls/set-locale.ts'
import { unlinkLoginService } from './calls/unlink-login-service.ts'
import { waysIn } from './calls/ways-in.ts'

/** How the calls of this feature are answered, but for Meteor's, which `methods.ts` has. */
export const ACCOUNT_CALLS = [
  addPasskey,
  beginLoginService,
  beginPasskeySignIn,
  beginPasskey,
  beginSecondStep,
  confirmSignIn,
  deleteByPassword,
  deleteAccount,
  disableSecondStep,
  enableSecondStep,
  endSession,
  exportByPassword,
  exportData,
  linkLoginService,
  listLoginServices,
  lookAtLogin,
  passkeys,
  removePasskey,
  rename,
  renewRecoveryCodes,
  describeSecondStep,
  sendVerification,
  listOwnSessions,
  setEmail,
  changeLocale,
  unlinkLoginService,
  waysIn,
]
