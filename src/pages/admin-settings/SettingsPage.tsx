import { adminSetup, type SiteSetupDoc } from '#admin/contract.ts'
import { ImportOpdb } from '#machines/ui/ImportOpdb.tsx'
import * as m from '#messages'
import { ApplicationsPanel } from '#oauth/ui/ApplicationsPanel.tsx'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { AdminGuard } from '#roles/ui/AdminGuard.tsx'
import { LinksForm } from '#settings/ui/LinksForm.tsx'
import { LogoEditor } from '#settings/ui/LogoEditor.tsx'
import { MailForm } from '#settings/ui/MailForm.tsx'
import { ProvidersForm } from '#settings/ui/ProvidersForm.tsx'
import { RatingsForm } from '#settings/ui/RatingsForm.tsx'
import { ReachForm } from '#settings/ui/ReachForm.tsx'
import { ReleasesForm } from '#settings/ui/ReleasesForm.tsx'
import { SettingsLoader } from '#settings/ui/SettingsLoader.tsx'
import { SignUpsForm } from '#settings/ui/SignUpsForm.tsx'
import { SiteForm } from '#settings/ui/SiteForm.tsx'
import type { Settings } from '#settings/ui/use-settings.ts'
import { webhooksPath } from '#webhooks/rules/webhooks-path.ts'
import styles from './settings-page.module.css'

/** The settings of the site, for its administrators. */
export function SettingsPage() {
  return (
    <AdminGuard title={m.ui_settings()} path="/admin/settings">
      <p className={layout.lead}>{m.settings_lead()}</p>
      <SettingsLoader>{settings => <Sections settings={settings} />}</SettingsLoader>
    </AdminGuard>
  )
}

function Sections({ settings }: { settings: Settings }) {
  useSubscription(adminSetup, {})
  const reach = useDocument<SiteSetupDoc>('siteSetup', 'site')?.reach ?? null
  return (
    <div className={styles.sections}>
      <Panel title={m.settings_part_site()}>
        <LogoEditor settings={settings} />
        <SiteForm settings={settings} />
      </Panel>
      <Panel title={m.settings_part_sign_ups()}>
        <SignUpsForm settings={settings} />
      </Panel>
      <Panel title={m.settings_part_providers()}>
        <ProvidersForm settings={settings} />
      </Panel>
      <Panel title={m.ui_email()}>
        <MailForm settings={settings} />
      </Panel>
      <Panel title={m.settings_part_links()}>
        <LinksForm settings={settings} />
      </Panel>
      <Panel title={m.ui_machines()}>
        <ImportOpdb />
      </Panel>
      <Panel title={m.ratings_title()}>
        <RatingsForm settings={settings} />
      </Panel>
      {reach !== null && (
        <Panel title={m.settings_part_reach()}>
          <ReachForm settings={settings} reach={reach} />
        </Panel>
      )}
      <Panel title={m.webhooks_title()}>
        <p>{m.webhooks_link_words()}</p>
        <p>
          <ButtonLink href={webhooksPath({})}>{m.webhooks_link()}</ButtonLink>
        </p>
      </Panel>
      <Panel title={m.settings_part_releases()}>
        <ReleasesForm settings={settings} />
      </Panel>
      {/* The last one, because it grows when its list comes. */}
      <ApplicationsPanel />
    </div>
  )
}
