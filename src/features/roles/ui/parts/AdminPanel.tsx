import * as m from '#messages'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { Panel } from '../../../../platform/ui/Panel.tsx'
import { useAdminTabs } from './admin-tabs.ts'

/** The way to the administration, for those whose roles open any of it. */
export function AdminPanel() {
  if (useAdminTabs('').length === 0) return null
  return (
    <Panel title={m.roles_page()}>
      <p>{m.roles_panel_words()}</p>
      <div>
        <ButtonLink href="/admin">{m.roles_panel_open()}</ButtonLink>
      </div>
    </Panel>
  )
}
