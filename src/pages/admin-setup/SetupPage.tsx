import { type ReactNode, useId } from 'react'
import { adminSetup, type SiteSetupDoc } from '#admin/contract.ts'
import { InviteButton } from '#invitations/ui/InviteButton.tsx'
import { ImportOpdb } from '#machines/ui/ImportOpdb.tsx'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { cx } from '#platform/ui/cx.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { LinksForm } from '#settings/ui/LinksForm.tsx'
import { LogoEditor } from '#settings/ui/LogoEditor.tsx'
import { MailForm } from '#settings/ui/MailForm.tsx'
import { ReachForm } from '#settings/ui/ReachForm.tsx'
import { SettingsLoader } from '#settings/ui/SettingsLoader.tsx'
import { SignUpsForm } from '#settings/ui/SignUpsForm.tsx'
import { SiteForm } from '#settings/ui/SiteForm.tsx'
import type { Settings } from '#settings/ui/use-settings.ts'
import styles from './setup.module.css'

/** The first-run page: what a new site needs until the first friend can be invited, one part after the other. Each part is saved by itself. */
export function SetupPage() {
  return (
    <AdminGuard title={m.ui_first_steps()} path="/admin/setup">
      <p className={layout.lead}>{m.settings_setup_lead()}</p>
      <SettingsLoader>{settings => <Steps settings={settings} />}</SettingsLoader>
    </AdminGuard>
  )
}

function Steps({ settings }: { settings: Settings }) {
  useSubscription(adminSetup, {})
  const setup = useDocument<SiteSetupDoc>('siteSetup', 'site')
  return (
    <ol className={cx(layout.stack5, styles.steps)}>
      {setup !== undefined && setup.reach !== null && (
        <Step title={m.settings_part_reach()}>
          <ReachForm settings={settings} reach={setup.reach} />
        </Step>
      )}
      <Step title={m.settings_part_site()}>
        <LogoEditor settings={settings} />
        <SiteForm settings={settings} />
      </Step>
      <Step title={m.settings_part_sign_ups()}>
        <SignUpsForm settings={settings} />
      </Step>
      <Step title={m.settings_part_links()}>
        <LinksForm settings={settings} />
      </Step>
      <Step title={m.ui_email()}>
        <MailForm settings={settings} />
      </Step>
      <Step title={m.ui_machines()}>
        {setup !== undefined && <p>{m.settings_setup_machines({ n: plainNumber(setup.machines) })}</p>}
        <ImportOpdb />
      </Step>
      <Step title={m.settings_setup_invite()}>
        <p>{settings.signUps.value === 'closed' ? m.invitations_closed() : m.settings_setup_invite_text()}</p>
        <div className={styles.actions}>
          {settings.signUps.value !== 'closed' && <InviteButton />}
          <ButtonLink href="/">{m.settings_setup_finish()}</ButtonLink>
        </div>
      </Step>
    </ol>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <li className={cx(layout.stack4, layout.card, styles.step)} aria-labelledby={id}>
      <h2 id={id} className={cx(layout.line3, styles.title)}>
        {title}
      </h2>
      <div className={layout.stack4}>{children}</div>
    </li>
  )
}
