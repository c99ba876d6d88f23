import * as m from '#messages'
import { adminSetup, type SiteSetupDoc } from '../../features/admin/contract.ts'
import { ImportOpdb } from '../../features/machines/ui/ImportOpdb.tsx'
import { AdminGuard } from '../../features/roles/ui/AdminGuard.tsx'
import { LinksForm } from '../../features/settings/ui/LinksForm.tsx'
import { LogoEditor } from '../../features/settings/ui/LogoEditor.tsx'
import { MailForm } from '../../features/settings/ui/MailForm.tsx'
import { ProvidersForm } from '../../features/settings/ui/ProvidersForm.tsx'
import { ReachForm } from '../../features/settings/ui/ReachForm.tsx'
import { ReleasesForm } from '../../features/settings/ui/ReleasesForm.tsx'
import { SettingsLoader } from '../../features/settings/ui/SettingsLoader.tsx'
import { SignUpsForm } from '../../features/settings/ui/SignUpsForm.tsx'
import { SiteForm } from '../../features/settings/ui/SiteForm.tsx'
import type { Settings } from '../../features/settings/ui/use-settings.ts'
import { useDocument, useSubscription } from '../../platform/live/hooks.ts'
import { Panel } from '../../platform/ui/controls/Panel.tsx'
import styles from './settings-page.module.css'

/** The settings of the site, for its administrators. */
export function SettingsPage() {
  return (
    <AdminGuard title={m.settings_title()} path="/admin/settings">
      <p className={styles.lead}>{m.settings_lead()}</p>
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
      <Panel title={m.settings_part_mail()}>
        <MailForm settings={settings} />
      </Panel>
      <Panel title={m.settings_part_links()}>
        <LinksForm settings={settings} />
      </Panel>
      <Panel title={m.settings_part_machines()}>
        <ImportOpdb />
      </Panel>
      {reach !== null && (
        <Panel title={m.settings_part_reach()}>
          <ReachForm settings={settings} reach={reach} />
        </Panel>
      )}
      <Panel title={m.settings_part_releases()}>
        <ReleasesForm settings={settings} />
      </Panel>
    </div>
  )
}
