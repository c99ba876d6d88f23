import { useUserId } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useDocument, useSubscription } from '#platform/live/hooks.ts'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { patreonLink, type SupporterLinkDoc } from '../contract.ts'
import { linkStateLabel } from './link-labels.ts'

/** On the page of the user's account: leads to the page of the link, if linking is configured. */
export function SupporterPanel() {
  const live = useSubscription(patreonLink, {})
  const userId = useUserId()
  const link = useDocument<SupporterLinkDoc>('supporterLinks', userId)
  if (live.state !== 'ready') return null
  return (
    <Panel title={m.ui_supporter()}>
      <p>{linkStateLabel(link)}</p>
      <div>
        <ButtonLink href="/patreon">{link === undefined ? m.supporters_link_title() : m.supporters_panel_see()}</ButtonLink>
      </div>
    </Panel>
  )
}
