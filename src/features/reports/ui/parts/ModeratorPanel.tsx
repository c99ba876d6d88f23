import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { Panel } from '../../../../platform/ui/Panel.tsx'
import { useHasRole } from '../../../roles/ui/parts/use-roles.ts'

/** The way to the reports, for those who look after them. */
export function ModeratorPanel() {
  if (!useHasRole(['moderator', 'admin'])) return null
  return (
    <Panel title="Moderation">
      <p>Scores that nobody has looked at and what players have reported wait for you.</p>
      <div>
        <ButtonLink href="/admin/scores">Scores</ButtonLink> <ButtonLink href="/admin/reports">Reports</ButtonLink>
      </div>
    </Panel>
  )
}
