import { Fragment, useState } from 'react'
import { useSession } from '#accounts/ui/session/use-account.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { ConfirmDialog } from '#platform/ui/controls/ConfirmDialog.tsx'
import { cx } from '#platform/ui/cx.ts'
import { renderMessage } from '#platform/ui/format/rich-message.tsx'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { useFormats } from '#platform/ui/format/use-formats.ts'
import { useNow } from '#platform/ui/format/user-format.ts'
import { Link } from '#platform/ui/navigation/Link.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { type InvitationDoc, invitationsRevoke } from '../contract.ts'
import { type InvitationState, invitationState } from '../rules.ts'
import styles from './invitations.module.css'
import { LinkDialog } from './LinkDialog.tsx'

export type Invitation = InvitationDoc & { _id: string }

const STATES: Record<InvitationState, () => string> = {
  valid: m.invitations_state_valid,
  revoked: m.invitations_state_revoked,
  expired: m.invitations_state_expired,
  'used-up': m.invitations_state_used_up,
}

const profilePath = (username: string): string => `/players/${encodeURIComponent(username)}`

/** An invitation: its uses, its expiry, the users who signed up with it, and actions. @param named true to show who created it */
export function InvitationItem({ invitation, named }: { invitation: Invitation; named: boolean }) {
  const { _id, note, uses, used, expiresAt, by, joined } = invitation
  const revoke = useMethod(invitationsRevoke)
  const [open, setOpen] = useState<'link' | 'revoke' | null>(null)
  const { userId } = useSession().state
  const { date } = useFormats()
  const state = invitationState(invitation, useNow() ?? 0)
  const name = note || m.ui_invitation()
  const close = (): void => setOpen(null)
  const remaining = used - joined.length
  return (
    <li className={cx(layout.between, styles.item)}>
      <div className={cx(layout.stack1, layout.anywhere, entries.grow)}>
        <span className={cx(layout.row, styles.head)}>
          <span className={layout.strong} dir="auto">
            {name}
          </span>
          <span className={state === 'valid' ? styles.valid : styles.over}>{STATES[state]()}</span>
        </span>
        <span className={cx(layout.quiet, styles.facts)}>
          <span>{m.invitations_used({ used: plainNumber(used), uses: plainNumber(uses) })}</span>
          {(state === 'valid' || state === 'expired') && <span>{m.invitations_until({ date: date(expiresAt) })}</span>}
          {named &&
            (by === null ? (
              <span>{m.invitations_by_deleted()}</span>
            ) : (
              <span>{renderMessage(m.invitations_by(), { who: () => <Link href={profilePath(by.username)}>{by.username}</Link> })}</span>
            ))}
        </span>
        {joined.length > 0 && (
          <span className={styles.joined}>
            {renderMessage(m.invitations_joined(), {
              who: () =>
                joined.map(({ userId: id, username, displayName }, i) => (
                  <Fragment key={id}>
                    {i > 0 && m.ui_list_comma()}
                    <Link href={profilePath(username)}>
                      <bdi>{displayName}</bdi>
                    </Link>
                  </Fragment>
                )),
            })}
            {joined.length === 20 && remaining > 0 && ` ${m.invitations_joined_more({ count: remaining, n: plainNumber(remaining) })}`}
          </span>
        )}
      </div>
      {state === 'valid' && (
        <div className={layout.row3}>
          {by?.userId === userId && (
            <Button aria-label={m.invitations_show_of({ name })} onClick={() => setOpen('link')}>
              {m.invitations_show()}
            </Button>
          )}
          <Button aria-label={m.invitations_revoke_of({ name })} onClick={() => setOpen('revoke')}>
            {m.invitations_revoke()}
          </Button>
        </div>
      )}
      {open === 'link' && <LinkDialog invitation={invitation} onClose={close} />}
      {open === 'revoke' && (
        <ConfirmDialog
          title={m.invitations_revoke_ask()}
          confirmLabel={m.invitations_revoke_yes()}
          cancelLabel={m.ui_cancel()}
          onConfirm={async () => void (await revoke({ invitationId: _id }))}
          onClose={close}
        >
          <p>{m.invitations_revoke_text()}</p>
        </ConfirmDialog>
      )}
    </li>
  )
}
