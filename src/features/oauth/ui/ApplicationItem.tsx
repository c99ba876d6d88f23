import { useState } from 'react'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { TimeAgo } from '#platform/ui/time/TimeAgo.tsx'
import { type ApplicationInfo, oauthRemove } from '../contract.ts'

/** One application: its client ID, where it sends people back, who uses it, and how to remove it. */
export function ApplicationItem({ application, onRemoved }: { application: ApplicationInfo; onRemoved: () => Promise<void> }) {
  const { applicationId, name, redirectUris, isConfidential, people, lastUsedAt } = application
  const remove = useMethod(oauthRemove)
  const [isAsking, setIsAsking] = useState(false)
  const { number } = useFormats()
  return (
    <li className={cx(layout.between, entries.entry)}>
      <div className={cx(layout.stack1, layout.anywhere, entries.grow, entries.flush)}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className={layout.quiet}>
          {m.oauth_apps_id()} <code dir="ltr">{applicationId}</code>
          {!isConfidential && ` · ${m.oauth_apps_no_secret()}`}
        </p>
        {redirectUris.map(address => (
          <p key={address} className={layout.quiet}>
            <bdi dir="ltr">{address}</bdi>
          </p>
        ))}
        <p className={layout.quiet}>
          {m.oauth_apps_people({ count: people, n: number(people) })} ·{' '}
          {lastUsedAt === null
            ? m.oauth_allowed_never()
            : renderMessage(m.oauth_allowed_used(), { ago: () => <TimeAgo at={lastUsedAt} /> })}
        </p>
      </div>
      <Button aria-label={m.oauth_apps_remove_one({ name })} onClick={() => setIsAsking(true)}>
        {m.oauth_apps_remove()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={m.oauth_apps_remove_title({ name })}
          confirmLabel={m.oauth_apps_remove()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => {
            await remove({ applicationId })
            await onRemoved()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>{m.oauth_apps_remove_text()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
