import type { AccountLink } from '../email-link.ts'
import { ChoosePassword } from '../SetPassword.tsx'
import { VerifyAddress } from '../VerifyEmail.tsx'

export interface LinkPageProps {
  link: AccountLink
  onDone: () => void
}

/** What the link of a mail asks for. */
export function LinkPage({ link: { kind, token }, onDone }: LinkPageProps) {
  if (kind === 'verify-email') return <VerifyAddress token={token} onDone={onDone} />
  return <ChoosePassword token={token} fresh={kind === 'enroll-account'} onDone={onDone} />
}
