import { use } from 'react'
import { AccountPanelsContext } from '../../../../platform/ui/account-panels-context.ts'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Panel } from '../../../../platform/ui/Panel.tsx'
import { EmailPanel } from '../../../accounts/ui/parts/EmailPanel.tsx'
import { ScriptNeeded } from '../../../accounts/ui/parts/ScriptNeeded.tsx'
import { SessionsPanel } from '../../../accounts/ui/parts/SessionsPanel.tsx'
import { SignedIn } from '../../../accounts/ui/parts/SignedIn.tsx'
import { AppShell } from '../../../accounts/ui/parts/shells.tsx'
import { ModeratorPanel } from '../../../reports/ui/parts/ModeratorPanel.tsx'
import { AdminPanel } from '../../../roles/ui/parts/AdminPanel.tsx'
import { ProfilePanel } from '../ProfilePanel.tsx'
import styles from './account.module.css'

/** Everything about one's own account. */
export function AccountPage() {
  const more = use(AccountPanelsContext)
  return (
    <AppShell current="me">
      <div className={styles.stack}>
        <h1>Your account</h1>
        <ScriptNeeded what="Your account" />
        <SignedIn path="/account" words="Then your profile, your e-mail address and your sessions are here.">
          {user => (
            <>
              <ProfilePanel username={user.username} />
              <EmailPanel user={user} />
              <Panel title="Password">
                <div className={styles.actions}>
                  <ButtonLink href="/change-password">Change password</ButtonLink>
                </div>
              </Panel>
              <SessionsPanel />
              {more}
              <ModeratorPanel />
              <AdminPanel />
              <Panel title="Your data">
                <p>
                  You can take all of it with you as one file, or delete it together with your account:{' '}
                  <Link href="/account/delete">export or delete</Link>.
                </p>
              </Panel>
            </>
          )}
        </SignedIn>
      </div>
    </AppShell>
  )
}
