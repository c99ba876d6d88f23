import * as m from '#messages'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { SecretOnce } from '#platform/ui/controls/SecretOnce.tsx'

/** Shows the secret of a new webhook. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog open title={m.webhooks_secret()} onClose={onClose}>
      <SecretOnce
        secret={secret}
        title={m.webhooks_secret_once()}
        note={m.webhooks_secret_words()}
        labels={{ copy: m.webhooks_secret_copy(), copied: m.webhooks_secret_copied(), kept: m.webhooks_secret_kept() }}
        onKept={onClose}
      />
    </Dialog>
  )
}
