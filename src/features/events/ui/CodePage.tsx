import { type FormEvent, type ReactNode, use, useState } from 'react'
import { CreateAccountLink } from '#accounts/ui/CreateAccountLink.tsx'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { DdpError } from '#ddp/wire/error.ts'
import * as m from '#messages'
import { errorMessage } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { EmptyState } from '#platform/ui/states/EmptyState.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { CodeEvent } from './CodeEvent.tsx'
import { useCodeEvent } from './use-code-event.ts'

interface CodePageProps {
  /** the code in the page's address */
  code: string | undefined
  /** the page's path, to which a user returns who signs in first */
  path: string
  /** Uses the code. @returns the event, whose page comes next */
  onUse(code: string): Promise<{ eventId: string }>
  /** `script`: what needs a script. `nothing` and `nothingText`: the address has no code. `gone`: the code works no more */
  texts: { title: string; script: string; nothing: string; nothingText: string; gone: string; signIn: string; submit: string }
  /** what the code does */
  children: ReactNode
}

/** A page on which a user does something in an event by a code, which is in the address. Who is not signed in signs in first. */
export function CodePage({ code, path, onUse, texts, children }: CodePageProps) {
  const { state } = useAccount()
  const navigate = use(NavigateContext)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { event: codeEvent, isGone } = useCodeEvent(code)
  if (code === undefined) {
    return (
      <SimpleShell>
        <EmptyState page title={texts.nothing} action={<ButtonLink href="/events">{m.events_claim_see_events()}</ButtonLink>}>
          {texts.nothingText}
        </EmptyState>
      </SimpleShell>
    )
  }
  if (isGone) {
    return (
      <SimpleShell title={texts.title}>
        <p role="alert">{texts.gone}</p>
        <ButtonLink wide href="/events">
          {m.events_claim_see_events()}
        </ButtonLink>
      </SimpleShell>
    )
  }
  const returnPath = `${path}?code=${encodeURIComponent(code)}`
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    try {
      const { eventId } = await onUse(code)
      navigate?.(`/events/${eventId}`)
    } catch (cause) {
      setError(cause instanceof DdpError && (cause.error === 404 || cause.error === 400) ? texts.gone : errorMessage(cause))
      setBusy(false)
    }
  }
  return (
    <SimpleShell title={texts.title}>
      <NoScriptNotice purpose={texts.script} />
      <CodeEvent event={codeEvent} />
      {children}
      <form className={layout.stack5} onSubmit={event => void send(event)}>
        <FormError message={error} />
        {state === 'out' || state === 'unknown' ? (
          <ButtonLink kind="primary" wide href={withReturnPath('/sign-in', returnPath)}>
            {texts.signIn}
          </ButtonLink>
        ) : (
          <Button kind="primary" type="submit" wide busy={busy || state === 'busy'}>
            {texts.submit}
          </Button>
        )}
        {state === 'out' && <CreateAccountLink wide path={returnPath} />}
      </form>
    </SimpleShell>
  )
}
