import { useId, useState } from 'react'
import { type AccountDoc, usersLiftSuspension, usersResetSecondStep, usersSignOut } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { countParams } from '#admin/ui/format-bytes.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { useSiteSettings } from '#platform/ui/layouts/context/site-settings-context.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { Suspended } from './Suspended.tsx'
import { SuspendForm } from './SuspendForm.tsx'

/** What an administrator can do about a user's sign-ins: suspend the user, sign the user out, turn off the second step. */
export function UserActionsDialog({ user, onClose }: { user: AccountDoc & { _id: string }; onClose: () => void }) {
  const { _id: userId, username, roles, suspended } = user
  const [lift, signOut, resetStep] = [useMethod(usersLiftSuspension), useMethod(usersSignOut), useMethod(usersResetSecondStep)]
  const [isSuspending, setIsSuspending] = useState(false)
  const [busy, setBusy] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const id = useId()
  const { noMail } = useSiteSettings()
  const isAdmin = roles.includes('admin')

  if (isSuspending) {
    const title = suspended === undefined ? m.admin_suspend_ask({ name: username }) : m.admin_suspend_change_of({ name: username })
    return (
      <Dialog open title={title} dismiss={m.ui_cancel()} onClose={onClose}>
        {suspended === undefined && <p>{m.admin_suspend_words()}</p>}
        <SuspendForm user={user} onDone={onClose} />
      </Dialog>
    )
  }

  const renderAction = (key: string, label: string, words: string, run: () => Promise<string | null>) => (
    <li className={cx(layout.stack1, styles.action)}>
      <button
        type="button"
        aria-describedby={`${id}-${key}`}
        aria-disabled={busy !== null || undefined}
        onClick={async () => {
          if (busy !== null) return
          setBusy(key)
          setDone(null)
          setProblem(null)
          await run().then(setDone, (cause: unknown) => setProblem(errorMessage(cause)))
          setBusy(null)
        }}
      >
        {label}
      </button>
      <span id={`${id}-${key}`} className={cx(layout.quiet, styles.quiet)}>
        {words}
      </span>
    </li>
  )
  const openForm = async (): Promise<null> => {
    setIsSuspending(true)
    return null
  }
  return (
    <Dialog open title={m.admin_more_of({ name: username })} onClose={onClose}>
      {suspended !== undefined && (
        <p className={cx(layout.stack1, layout.anywhere, styles.reason)}>
          <Suspended suspended={suspended} exact />
          <bdi>{suspended.reason}</bdi>
        </p>
      )}
      <List className={layout.stack}>
        {suspended !== undefined &&
          renderAction('lift', m.admin_lift(), m.admin_lift_words(), async () => {
            await lift({ userId })
            return null
          })}
        {isAdmin ? (
          <li className={cx(layout.stack1, styles.action)}>
            <span className={layout.strong}>{m.admin_suspend()}</span>
            <span className={cx(layout.quiet, styles.quiet)}>{m.error_administrator_not_suspended()}</span>
          </li>
        ) : (
          renderAction('suspend', suspended === undefined ? m.admin_suspend() : m.admin_suspend_change(), m.admin_suspend_words(), openForm)
        )}
        {renderAction('sign-out', m.admin_sign_out(), m.admin_sign_out_words(), async () => {
          const { sessions } = await signOut({ userId })
          return m.admin_sign_out_done(countParams(sessions))
        })}
        {renderAction(
          'step',
          m.ui_two_step_off(),
          noMail === null ? m.admin_step_reset_words() : m.admin_step_reset_words_no_mail(),
          async () => {
            await resetStep({ userId })
            return m.admin_step_reset_done()
          },
        )}
      </List>
      {done !== null && <Notice kind="success">{done}</Notice>}
      <FormError message={problem} />
    </Dialog>
  )
}
