import * as m from '#messages'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { useHasRole } from '#roles/ui/use-roles.ts'

/** Links to the moderation pages, for moderators and administrators. */
export function ModeratorPanel() {
  if (!useHasRole(['moderator', 'admin'])) return null
  return (
    <Panel title={m.ui_moderation()}>
      <p>{m.reports_panel_words()}</p>
      <div>
        <ButtonLink href="/admin/scores">{m.ui_scores()}</ButtonLink> <ButtonLink href="/admin/reports">{m.ui_reports()}</ButtonLink>
      </div>
    </Panel>
  )
}
