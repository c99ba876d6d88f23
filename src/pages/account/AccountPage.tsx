import { use } from 'react'
import * as m from '#messages'
import { EmailPanel } from '../../features/accounts/ui/parts/EmailPanel.tsx'
import { NoScriptNotice } from '../../features/accounts/ui/parts/NoScriptNotice.tsx'
import { RequireLogin } from '../../features/accounts/ui/parts/RequireLogin.tsx'
import { SessionsPanel } from '../../features/accounts/ui/parts/SessionsPanel.tsx'
import { AppShell } from '../../features/accounts/ui/parts/shells.tsx'
import { ProfilePanel } from '../../features/players/ui/ProfilePanel.tsx'
import { ModeratorPanel } from '../../features/reports/ui/parts/ModeratorPanel.tsx'
import { AdminPanel } from '../../features/roles/ui/parts/AdminPanel.tsx'
import { AccountPanelsContext } from '../../platform/ui/account-panels-context.ts'
import { ButtonLink } from '../../platform/ui/ButtonLink.tsx'
import { Link } from '../../platform/ui/Link.tsx'
import { Panel } from '../../platform/ui/Panel.tsx'
import { renderMessage } from '../../platform/ui/rich-message.tsx'
import styles from './account.module.css'

/** The page on which users manage their own account. */
export function AccountPage() {
  const more = use(AccountPanelsContext)
  return (
    <AppShell current="me">
      <div className={styles.stack}>
        <h1>{m.players_account_title()}</h1>
        <NoScriptNotice what={m.players_account_title()} />
        <RequireLogin path="/account" words={m.players_account_sign_in()}>
          {user => (
            <>
              <ProfilePanel username={user.username} />
              <EmailPanel user={user} />
              <Panel title={m.players_account_password()}>
                <div className={styles.actions}>
                  <ButtonLink href="/change-password">{m.players_account_password_change()}</ButtonLink>
                </div>
              </Panel>
              <SessionsPanel />
              {more}
              <ModeratorPanel />
              <AdminPanel />
              <Panel title={m.players_account_data()}>
                <p>{renderMessage(m.players_account_data_text(), { way: text => <Link href="/account/delete">{text}</Link> })}</p>
              </Panel>
            </>
          )}
        </RequireLogin>
      </div>
    </AppShell>
  )
}
