import { type BlockedNameDoc, type BlockedNameMatch, namesUnblock } from '#admin/contract.ts'
import styles from '#admin/ui/admin.module.css'
import { countParams } from '#admin/ui/format-bytes.ts'
import { buildUrl } from '#admin/ui/query-params.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useAsyncAction } from '#platform/live/use-async-action.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Link } from '#platform/ui/navigation/Link.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'

/** A blocked name, the users who have it, and a button to unblock it. @param match undefined: not known yet */
export function BlockedNameItem({ entry, match }: { entry: BlockedNameDoc & { _id: string }; match: BlockedNameMatch | undefined }) {
  const { _id: blockedId, kind, name, anywhere } = entry
  const unblock = useMethod(namesUnblock)
  const { busy, error, start } = useAsyncAction(() => unblock({ blockedId }))
  return (
    <li className={cx(layout.line3, styles.line)}>
      <div className={cx(layout.stack1, layout.anywhere, entries.grow)}>
        <span className={layout.strong}>
          <bdi>{name}</bdi>
        </span>
        <span className={cx(layout.quiet, styles.facts)}>
          {kind === 'word' && <span>{anywhere ? m.admin_names_anywhere() : m.admin_names_whole()}</span>}
          {match !== undefined && <Users match={match} />}
        </span>
        <FormError message={error} />
      </div>
      <Button busy={busy} aria-label={m.admin_names_unblock_of({ name })} onClick={start}>
        {m.admin_names_unblock()}
      </Button>
    </li>
  )
}

function Users({ match: { users, some } }: { match: BlockedNameMatch }) {
  if (users === 0) return <span>{m.admin_names_no_users()}</span>
  return (
    <>
      <span>{m.admin_names_users(countParams(users))}</span>
      {some.map(({ userId, username }) => (
        <Link key={userId} href={buildUrl('/admin/users', { q: username })}>
          {username}
        </Link>
      ))}
      {users > some.length && <span>…</span>}
    </>
  )
}
