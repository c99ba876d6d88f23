import { useState } from 'react'
import * as m from '#messages'
import { RequireLogin } from '../../features/accounts/ui/RequireLogin.tsx'
import { patreonBegin, patreonLink, patreonUnlink, type SupporterLinkDoc } from '../../features/supporters/contract.ts'
import { linkStateLabel } from '../../features/supporters/ui/link-labels.ts'
import styles from '../../features/supporters/ui/supporters.module.css'
import { errorMessage, useDocument, useMethod, useSubscription } from '../../platform/live/hooks.ts'
import { Missing } from '../../platform/live/not-found-context.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '../../platform/ui/controls/ConfirmDialog.tsx'
import { Link } from '../../platform/ui/controls/Link.tsx'
import { FormError } from '../../platform/ui/form/FormError.tsx'
import { NoScriptNotice } from '../../platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '../../platform/ui/layouts/shells.tsx'
import { ErrorState } from '../../platform/ui/states/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/states/Skeleton.tsx'

/** Starts and ends the link to the user's Patreon account. */
export function PatreonPage() {
  const live = useSubscription(patreonLink, {})
  if (live.state === 'failed' && live.error.error === 404) return <Missing />
  return (
    <SimpleShell title={m.supporters_link_title()}>
      <NoScriptNotice what={m.supporters_link_needs()} />
      <RequireLogin path="/patreon" words={m.supporters_link_sign_in()}>
        {({ _id }) =>
          live.state === 'failed' ? (
            <ErrorState title={m.supporters_link_failed()}>{errorMessage(live.error)}</ErrorState>
          ) : live.state === 'ready' ? (
            <OwnLink userId={_id} />
          ) : (
            <Skeleton kind="form" count={1} />
          )
        }
      </RequireLogin>
      <p className={styles.quiet}>{m.supporters_link_note()}</p>
      <p className={styles.quiet}>
        <Link href="/account">{m.supporters_link_back()}</Link>
      </p>
    </SimpleShell>
  )
}

function OwnLink({ userId }: { userId: string }) {
  const link = useDocument<SupporterLinkDoc>('supporterLinks', userId)
  const begin = useMethod(patreonBegin)
  const unlink = useMethod(patreonUnlink)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [ending, setEnding] = useState(false)

  const start = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const { url } = await begin({})
      window.location.assign(url)
    } catch (problem) {
      setError(errorMessage(problem))
      setBusy(false)
    }
  }
  return (
    <div className={styles.stack}>
      <p role="status">{linkStateLabel(link)}</p>
      <div className={styles.actions}>
        <Button kind={link === undefined ? 'primary' : 'quiet'} busy={busy} onClick={() => void start()}>
          {link === undefined ? m.supporters_link_continue() : m.supporters_link_other()}
        </Button>
        {link !== undefined && <Button onClick={() => setEnding(true)}>{m.supporters_link_end()}</Button>}
      </div>
      <FormError message={error} />
      {ending && (
        <ConfirmDialog
          title={m.supporters_link_end_ask()}
          yes={m.supporters_link_end()}
          no={m.supporters_link_keep()}
          run={async () => void (await unlink({}))}
          onClose={() => setEnding(false)}
        >
          <p>{m.supporters_link_end_note()}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
