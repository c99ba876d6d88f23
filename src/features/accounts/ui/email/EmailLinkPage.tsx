import { SetPassword } from '../SetPassword.tsx'
import type { AccountLink } from './email-link.ts'
import { VerifyEmail } from './VerifyEmail.tsx'

export interface EmailLinkPageProps {
  link: AccountLink
  onDone: () => void
}

/** The page for the link of an e-mail. */
export function EmailLinkPage({ link: { kind, token }, onDone }: EmailLinkPageProps) {
  if (kind === 'verify-email') return <VerifyEmail token={token} onDone={onDone} />
  return <SetPassword token={token} fresh={kind === 'enroll-account'} onDone={onDone} />
}
