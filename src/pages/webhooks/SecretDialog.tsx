import { useState } from 'react'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './webhooks.module.css'

/** Shows the secret of a new webhook, which nothing shows again. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false)
  const copy = (): void =>
    void navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <Dialog open title={m.webhooks_secret()} onClose={onClose} isDirty={false}>
      <Notice kind="warn" title={m.webhooks_secret_once()}>
        {m.webhooks_secret_words()}
      </Notice>
      <code className={styles.secret} dir="ltr">
        {secret}
      </code>
      <div className={layout.row3}>
        {/* Only pages over https may write to the clipboard. */}
        {navigator.clipboard !== undefined && (
          <Button onClick={copy}>{copied ? m.webhooks_secret_copied() : m.webhooks_secret_copy()}</Button>
        )}
        <Button kind="primary" onClick={onClose}>
          {m.webhooks_secret_kept()}
        </Button>
      </div>
    </Dialog>
  )
}
