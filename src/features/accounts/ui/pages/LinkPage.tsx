import type { AccountLink } from '../account-link.ts'
import { ChoosePassword } from '../ChoosePassword.tsx'
import { VerifyAddress } from '../VerifyAddress.tsx'

/** What the link of a mail asks for. */
export function LinkPage({ link: { kind, token }, onDone }: { link: AccountLink; onDone: () => void }) {
  if (kind === 'verify-email') return <VerifyAddress token={token} onDone={onDone} />
  return <ChoosePassword token={token} fresh={kind === 'enroll-account'} onDone={onDone} />
}
