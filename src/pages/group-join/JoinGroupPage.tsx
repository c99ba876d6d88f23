import { type FormEvent, use, useState } from 'react'
import { CreateAccountLink } from '#accounts/ui/CreateAccountLink.tsx'
import { withReturnPath } from '#accounts/ui/session/return-path.ts'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { DdpError } from '#ddp/wire/error.ts'
import { groupsJoin } from '#groups/contract.ts'
import styles from '#groups/ui/groups.module.css'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import type { RouteMatch } from '#platform/live/route.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { SimpleShell } from '#platform/ui/layouts/SimpleShell.tsx'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { PendingPart } from '#platform/ui/states/PendingPart.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { InviteCard } from './InviteCard.tsx'
import { useGroupInvite } from './use-group-invite.ts'

/** Joins a group by an invitation: through a link that contains a code, or with a code that is typed. */
export function JoinGroupPage({ query }: RouteMatch) {
  const { state } = useAccount()
  const join = useMethod(groupsJoin)
  const navigate = use(NavigateContext)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const invite = useGroupInvite(query.code)
  const hasCode = query.code !== undefined && invite !== 'gone'
  const path = hasCode ? `/groups/join?code=${encodeURIComponent(query.code!)}` : '/groups/join'

  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const code = ((hasCode ? query.code : undefined) ?? typed).trim()
    if (code === '') return setError(m.groups_join_empty())
    setBusy(true)
    setError(null)
    try {
      const { groupId } = await join({ code })
      navigate?.(`/groups/${groupId}`)
    } catch (cause) {
      const isUnknown = cause instanceof DdpError && (cause.error === 404 || cause.error === 400)
      setError(isUnknown ? m.groups_join_gone() : errorMessage(cause))
      setBusy(false)
    }
  }

  return (
    <SimpleShell title={hasCode ? m.groups_join_invited() : m.groups_join_page()}>
      <NoScriptNotice purpose={m.groups_join_script()} />
      {hasCode && <InviteCard invite={invite} />}
      {invite === 'loading' && <PendingPart />}
      {invite === 'gone' && <p role="alert">{m.groups_join_gone()}</p>}
      {!hasCode && <p>{m.groups_join_words()}</p>}
      <ul className={cx(layout.stack2, layout.muted, styles.points)}>
        <li>{m.groups_join_point_scores()}</li>
        <li>{m.groups_join_point_members()}</li>
        <li>{m.groups_join_point_leave()}</li>
      </ul>
      <form className={layout.stack5} noValidate onSubmit={event => void send(event)}>
        {!hasCode && (
          <TextField
            label={m.groups_join_code()}
            value={typed}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            onChange={event => {
              setTyped(event.target.value)
              setError(null)
            }}
          />
        )}
        <FormError message={error} />
        {state === 'out' || state === 'unknown' ? (
          <ButtonLink kind="primary" wide href={withReturnPath('/sign-in', path)}>
            {m.groups_join_sign_in()}
          </ButtonLink>
        ) : (
          <Button kind="primary" type="submit" wide busy={busy || state === 'busy'}>
            {m.groups_join_group()}
          </Button>
        )}
        {state === 'out' && <CreateAccountLink wide path={path} />}
      </form>
      <p className={styles.other}>
        <Link href="/groups">{m.groups_join_public()}</Link>
      </p>
    </SimpleShell>
  )
}
