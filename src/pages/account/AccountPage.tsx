import { SessionsPanel } from '#accounts/ui/devices/SessionsPanel.tsx'
import { EmailPanel } from '#accounts/ui/email/EmailPanel.tsx'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { InstallOffer } from '#platform/ui/install/InstallOffer.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { lazyComponent } from '#platform/ui/lazy-component.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ProfilePanel } from '#players/ui/ProfilePanel.tsx'
import { ModeratorPanel } from '#reports/ui/ModeratorPanel.tsx'
import { AdminPanel } from '#roles/ui/AdminPanel.tsx'
import styles from './account.module.css'

const InvitationsPanel = lazyComponent(async () => (await import('#invitations/ui/InvitationsPanel.tsx')).InvitationsPanel)
const LoginServicesPanel = lazyComponent(
  async () => (await import('#accounts/ui/login-services/LoginServicesPanel.tsx')).LoginServicesPanel,
)
const SecondStepPanel = lazyComponent(async () => (await import('#accounts/ui/second-step/SecondStepPanel.tsx')).SecondStepPanel)
const PasskeysPanel = lazyComponent(async () => (await import('#accounts/ui/passkeys/PasskeysPanel.tsx')).PasskeysPanel)
const SupporterPanel = lazyComponent(async () => (await import('#supporters/ui/SupporterPanel.tsx')).SupporterPanel)
const KeysPanel = lazyComponent(async () => (await import('#keys/ui/KeysPanel.tsx')).KeysPanel)
const AllowedPanel = lazyComponent(async () => (await import('#oauth/ui/AllowedPanel.tsx')).AllowedPanel)
const NotificationsPanel = lazyComponent(async () => (await import('#notifications/ui/NotificationsPanel.tsx')).NotificationsPanel)

/** The page on which users manage their own account. */
export function AccountPage() {
  return (
    <AppShell current="me">
      <div className={cx(layout.stack5, styles.stack)}>
        <h1>{m.ui_your_account()}</h1>
        <NoScriptNotice purpose={m.ui_your_account()} />
        <RequireLogin path="/account" reason={m.players_account_sign_in()}>
          {user => (
            <>
              <ProfilePanel username={user.username} />
              <EmailPanel user={user} />
              <Panel title={m.ui_password()}>
                <div className={styles.actions}>
                  <ButtonLink href="/change-password">{m.ui_change_password()}</ButtonLink>
                </div>
              </Panel>
              <SecondStepPanel />
              <LoginServicesPanel />
              <PasskeysPanel />
              <SessionsPanel />
              <InvitationsPanel />
              <SupporterPanel />
              <NotificationsPanel />
              <KeysPanel />
              <AllowedPanel />
              <InstallOffer />
              <ModeratorPanel />
              <AdminPanel />
              <Panel title={m.players_account_data()}>
                <p>
                  <Link href="/import">{m.imports_link_scores()}</Link>
                </p>
                <p>{renderMessage(m.players_account_data_text(), { way: text => <Link href="/account/delete">{text}</Link> })}</p>
              </Panel>
            </>
          )}
        </RequireLogin>
      </div>
    </AppShell>
  )
}
