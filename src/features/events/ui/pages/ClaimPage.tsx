import { type FormEvent, use, useState } from 'react'
import { DdpError } from '../../../../ddp/wire/error.ts'
import { sentenceOf, useCall } from '../../../../platform/live/hooks.ts'
import type { At } from '../../../../platform/live/route.ts'
import { Button } from '../../../../platform/ui/Button.tsx'
import { ButtonLink } from '../../../../platform/ui/ButtonLink.tsx'
import { EmptyState } from '../../../../platform/ui/EmptyState.tsx'
import { FormError } from '../../../../platform/ui/FormError.tsx'
import { NavigateContext } from '../../../../platform/ui/navigate.ts'
import { useAccount } from '../../../accounts/ui/parts/account.ts'
import { withNext } from '../../../accounts/ui/parts/next.ts'
import { ScriptNeeded } from '../../../accounts/ui/parts/ScriptNeeded.tsx'
import { SimpleShell } from '../../../accounts/ui/parts/shells.tsx'
import { eventsClaim } from '../../contract/people.ts'
import styles from '../directing/event-form.module.css'

const GONE = 'This link is not good, or somebody else has used it. Ask the event’s director for another.'

/** A guest of an event makes the entry there one's own, by the director's link. */
export function ClaimPage({ query: { code } }: At) {
  const { state } = useAccount()
  const claim = useCall(eventsClaim)
  const navigate = use(NavigateContext)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  if (code === undefined) {
    return (
      <SimpleShell>
        <EmptyState page title="Nothing to claim." action={<ButtonLink href="/events">See events</ButtonLink>}>
          The director of an event gives its guests a link, or a code to point a phone at.
        </EmptyState>
      </SimpleShell>
    )
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const { eventId } = await claim({ code })
      navigate?.(`/events/${eventId}`)
    } catch (cause) {
      setError(cause instanceof DdpError && (cause.error === 404 || cause.error === 400) ? GONE : sentenceOf(cause))
      setBusy(false)
    }
  }
  return (
    <SimpleShell title="You played as a guest">
      <ScriptNeeded what="Claiming your scores" />
      <p>The director of the event wrote your results down under your name. Make them your own:</p>
      <ul className={styles.points}>
        <li>Your place in the standings, with all its scores, is on your account.</li>
        <li>Your name there leads to your page.</li>
        <li>This is for the one who played. The director sees who claims.</li>
      </ul>
      <form className={styles.form} onSubmit={event => void send(event)}>
        <FormError message={error} />
        {state === 'out' || state === 'unknown' ? (
          <ButtonLink kind="primary" wide href={withNext('/sign-in', `/events/claim?code=${encodeURIComponent(code)}`)}>
            Sign in to claim them
          </ButtonLink>
        ) : (
          <Button kind="primary" type="submit" wide busy={busy || state === 'busy'}>
            These scores are mine
          </Button>
        )}
      </form>
    </SimpleShell>
  )
}
