import { type FormEvent, use, useState } from 'react'
import * as m from '#messages'
import { DdpError } from '../../ddp/wire/error.ts'
import { CreateAccountLink } from '../../features/accounts/ui/CreateAccountLink.tsx'
import { withReturnPath } from '../../features/accounts/ui/session/return-path.ts'
import { useAccount } from '../../features/accounts/ui/session/use-account.ts'
import { eventsCheckIn } from '../../features/events/contract/entrants.ts'
import { CodeEvent } from '../../features/events/ui/CodeEvent.tsx'
import styles from '../../features/events/ui/form/event-form.module.css'
import { useCodeEvent } from '../../features/events/ui/use-code-event.ts'
import { errorMessage, useMethod } from '../../platform/live/hooks.ts'
import type { RouteMatch } from '../../platform/live/route.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { FormError } from '../../platform/ui/form/FormError.tsx'
import { NoScriptNotice } from '../../platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '../../platform/ui/layouts/shells.tsx'
import { ButtonLink } from '../../platform/ui/navigation/ButtonLink.tsx'
import { NavigateContext } from '../../platform/ui/navigation/navigate.ts'
import { EmptyState } from '../../platform/ui/states/EmptyState.tsx'

/** Page on which a player checks in, reached by the code that is shown where the event is played. */
export function CheckInPage({ query: { code } }: RouteMatch) {
  const { state } = useAccount()
  const checkIn = useMethod(eventsCheckIn)
  const navigate = use(NavigateContext)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { event: codeEvent, isGone } = useCodeEvent(code)
  if (code === undefined) {
    return (
      <SimpleShell>
        <EmptyState page title={m.events_check_in_nothing()} action={<ButtonLink href="/events">{m.events_claim_see_events()}</ButtonLink>}>
          {m.events_check_in_nothing_words()}
        </EmptyState>
      </SimpleShell>
    )
  }
  if (isGone) {
    return (
      <SimpleShell title={m.events_check_in_page()}>
        <p role="alert">{m.events_check_in_gone()}</p>
        <ButtonLink wide href="/events">
          {m.events_claim_see_events()}
        </ButtonLink>
      </SimpleShell>
    )
  }
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const { eventId } = await checkIn({ code })
      navigate?.(`/events/${eventId}`)
    } catch (cause) {
      setError(cause instanceof DdpError && (cause.error === 404 || cause.error === 400) ? m.events_check_in_gone() : errorMessage(cause))
      setBusy(false)
    }
  }
  return (
    <SimpleShell title={m.events_check_in_page()}>
      <NoScriptNotice purpose={m.events_check_in_page()} />
      <CodeEvent event={codeEvent} />
      <p>{m.events_check_in_words()}</p>
      <form className={styles.form} onSubmit={event => void send(event)}>
        <FormError message={error} />
        {state === 'out' || state === 'unknown' ? (
          <ButtonLink kind="primary" wide href={withReturnPath('/sign-in', `/events/check-in?code=${encodeURIComponent(code)}`)}>
            {m.events_check_in_sign_in()}
          </ButtonLink>
        ) : (
          <Button kind="primary" type="submit" wide busy={busy || state === 'busy'}>
            {m.events_check_in()}
          </Button>
        )}
        {state === 'out' && <CreateAccountLink wide path={`/events/check-in?code=${encodeURIComponent(code)}`} />}
      </form>
    </SimpleShell>
  )
}
