import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { useAdminTabs } from './admin-tabs.ts'

/** Links to the admin pages, for users whose roles give access to any of them. */
export function AdminPanel() {
  if (useAdminTabs('').length === 0) return null
  return (
    <Panel title={m.ui_administration()}>
      <p>{m.roles_panel_words()}</p>
      <div>
        <ButtonLink href="/admin">{m.roles_panel_open()}</ButtonLink>
      </div>
    </Panel>
  )
}
