import type { AccountLink } from '../account-link.ts'
import { ChoosePassword } from '../ChoosePassword.tsx'
import { VerifyAddress } from '../VerifyAddress.tsx'

export interface LinkPageProps {
  link: AccountLink
  onDone: () => void
}

/** What the link of a mail asks for. */
export function LinkPage({ link: { kind, token }, onDone }: LinkPageProps) {
  if (kind === 'verify-email') return <VerifyAddress token={token} onDone={onDone} />
  return <ChoosePassword token={token} fresh={kind === 'enroll-account'} onDone={onDone} />
}
