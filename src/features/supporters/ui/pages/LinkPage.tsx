import { useState } from 'react'
import { sentenceOf, useCall, useDocument, useLive } from '../../../../platform/live/hooks.ts'
import { Missing } from '../../../../platform/live/missing.tsx'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ConfirmDialog } from '../../../../platform/ui/ConfirmDialog.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { Link } from '../../../../platform/ui/Link.tsx'
import { Skeleton } from '../../../../platform/ui/Skeleton.tsx'
import { ScriptNeeded } from '../../../accounts/ui/parts/ScriptNeeded.tsx'
import { SignedIn } from '../../../accounts/ui/parts/SignedIn.tsx'
import { SimpleShell } from '../../../accounts/ui/parts/shells.tsx'
import { patreonBegin, patreonLink, patreonUnlink, type SupporterLinkDoc } from '../../contract.ts'
import { linkWords } from '../link-words.ts'
import styles from './supporters.module.css'

/** Starts the link to one's Patreon account, and ends it. */
export function LinkPage() {
  const live = useLive(patreonLink, {})
  if (live.state === 'failed' && live.error.error === 404) return <Missing />
  return (
    <SimpleShell title="Link your Patreon account">
      <ScriptNeeded what="Linking your Patreon account" />
      <SignedIn path="/patreon" words="Then you can link the Patreon account by which you support this site.">
        {({ _id }) =>
          live.state === 'failed' ? (
            <ErrorState title="Your link could not be loaded.">{sentenceOf(live.error)}</ErrorState>
          ) : live.state === 'ready' ? (
            <OwnLink userId={_id} />
          ) : (
            <Skeleton kind="form" count={1} />
          )
        }
      </SignedIn>
      <p className={styles.quiet}>
        Patreon tells us which membership of this site is yours, and nothing else; your e-mail address stays there. The badge changes no
        rank.
      </p>
      <p className={styles.quiet}>
        <Link href="/account">Back to your account</Link>
      </p>
    </SimpleShell>
  )
}

function OwnLink({ userId }: { userId: string }) {
  const link = useDocument<SupporterLinkDoc>('supporterLinks', userId)
  const begin = useCall(patreonBegin)
  const unlink = useCall(patreonUnlink)
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
      setError(sentenceOf(problem))
      setBusy(false)
    }
  }
  return (
    <div className={styles.stack}>
      <p role="status">{linkWords(link)}</p>
      <div className={styles.actions}>
        <Button kind={link === undefined ? 'primary' : 'quiet'} busy={busy} onClick={() => void start()}>
          {link === undefined ? 'Continue on Patreon' : 'Another account'}
        </Button>
        {link !== undefined && <Button onClick={() => setEnding(true)}>End the link</Button>}
      </div>
      <FormError message={error} />
      {ending && (
        <ConfirmDialog
          title="End the link to Patreon?"
          yes="End the link"
          no="Keep it"
          run={async () => void (await unlink({}))}
          onClose={() => setEnding(false)}
        >
          <p>Your badge goes, and this site forgets the key to your membership. The membership itself stays as it is.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
