import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { Panel } from '../../../../platform/ui/Panel.tsx'
import { useAdminTabs } from './admin-tabs.ts'

/** The way to the administration, for those whose roles open any of it. */
export function AdminPanel() {
  if (useAdminTabs('').length === 0) return null
  return (
    <Panel title="Administration">
      <p>Your roles let you look after this site.</p>
      <div>
        <ButtonLink href="/admin">Open the administration</ButtonLink>
      </div>
    </Panel>
  )
}
