import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useMethodResult } from '#platform/live/use-method-result.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { Panel } from '#platform/ui/controls/Panel.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { MethodPart } from '#platform/ui/states/MethodPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type AllowedApplication, oauthMine, oauthRevoke } from '../contract.ts'
import { allowedBy } from '../rules/scopes.ts'
import { OAUTH_SCOPE_LABELS } from './scope-labels.ts'

/** The applications of other sites that the user has allowed: what they may do, and how to take it back. */
export function AllowedPanel() {
  const allowed = useMethodResult(oauthMine, {})
  return (
    <Panel title={m.oauth_allowed_title()}>
      <p className={layout.muted}>{m.oauth_allowed_text()}</p>
      <MethodPart of={allowed} failed={m.oauth_allowed_failed()}>
        {applications =>
          applications.length === 0 ? (
            <p>{m.oauth_allowed_none()}</p>
          ) : (
            <List className={layout.stack3}>
              {applications.map(application => (
                <AllowedRow key={application.applicationId} application={application} onRevoked={allowed.reload} />
              ))}
            </List>
          )
        }
      </MethodPart>
    </Panel>
  )
}

function AllowedRow({
  application: { applicationId, name, scopes, lastUsedAt },
  onRevoked,
}: {
  application: AllowedApplication
  onRevoked: () => Promise<void>
}) {
  const revoke = useMethod(oauthRevoke)
  const [isAsking, setIsAsking] = useState(false)
  return (
    <li className={cx(layout.between, layout.row3)}>
      <span className={cx(layout.stack, layout.anywhere)}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={layout.small}>
          {lastUsedAt === null
            ? m.oauth_allowed_never()
            : renderMessage(m.oauth_allowed_used(), { ago: () => <TimeAgo at={lastUsedAt} /> })}
        </span>
        <span className={layout.small}>
          {allowedBy(scopes)
            .map(scope => OAUTH_SCOPE_LABELS[scope]())
            .join(' · ')}
        </span>
      </span>
      <Button aria-label={m.oauth_revoke_one({ name })} onClick={() => setIsAsking(true)}>
        {m.oauth_revoke()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.oauth_revoke_title({ name })}
          confirmLabel={m.oauth_revoke()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await revoke({ applicationId })
            await onRevoked()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{m.oauth_revoke_text()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
