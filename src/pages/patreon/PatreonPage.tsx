import { use, useState } from 'react'
import { RequireLogin } from '#accounts/ui/session/RequireLogin.tsx'
import * as m from '#messages'
import { errorMessage, useDocument, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { ShowNotFound } from '#platform/live/not-found-context.tsx'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { VisitContext } from '#platform/ui/navigation/visit-context.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { patreonBegin, patreonLink, patreonUnlink, type SupporterLinkDoc } from '#supporters/contract.ts'
import { linkStateLabel } from '#supporters/ui/link-labels.ts'

/** Starts and ends the link to the user's Patreon account. */
export function PatreonPage() {
  const live = useSubscription(patreonLink, {})
  if (live.state === 'failed' && live.error.error === 404) return <ShowNotFound />
  return (
    <SimpleShell title={m.supporters_link_title()}>
      <NoScriptNotice purpose={m.supporters_link_needs()} />
      <RequireLogin path="/patreon" reason={m.supporters_link_sign_in()}>
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
      <p className={layout.muted}>{m.supporters_link_note()}</p>
      <p className={layout.muted}>
        <Link href="/account">{m.ui_back_to_account()}</Link>
      </p>
    </SimpleShell>
  )
}

function OwnLink({ userId }: { userId: string }) {
  const link = useDocument<SupporterLinkDoc>('supporterLinks', userId)
  const beginLink = useMethod(patreonBegin)
  const unlink = useMethod(patreonUnlink)
  const visit = use(VisitContext)
  const [isUnlinking, setIsUnlinking] = useState(false)
  const { busy, error, start } = useAsyncAction(async () => {
    const { url } = await beginLink(visit === null ? {} : { app: true })
    if (visit === null) window.location.assign(url)
    else visit(url)
  })
  return (
    <div className={layout.stack4}>
      <p role="status">{linkStateLabel(link)}</p>
      <div className={layout.row3}>
        <Button kind={link === undefined ? 'primary' : 'quiet'} busy={busy} onClick={start}>
          {link === undefined ? m.supporters_link_continue() : m.supporters_link_other()}
        </Button>
        {link !== undefined && <Button onClick={() => setIsUnlinking(true)}>{m.supporters_link_end()}</Button>}
      </div>
      <FormError message={error} />
      {isUnlinking && (
        <ConfirmDialog
          title={m.supporters_link_end_ask()}
          confirmLabel={m.supporters_link_end()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await unlink({}))}
          onClose={() => setIsUnlinking(false)}
        >
          <p>{m.supporters_link_end_note()}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
