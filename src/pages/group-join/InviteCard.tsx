import type { GroupInvite } from '#groups/contract.ts'
import { memberCountLabel } from '#groups/ui/member-count.ts'
import * as m from '#messages'
import { cx } from '#platform/ui/cx.ts'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import styles from './group-join.module.css'
import type { InviteState } from './use-group-invite.ts'

/** Names the group and who invites. It keeps its height while the invitation is being looked up. */
export function InviteCard({ invite }: { invite: InviteState }) {
  const known: GroupInvite | null = typeof invite === 'object' ? invite : null
  return (
    <div className={cx(layout.line4, styles.card)} aria-live="polite" aria-busy={invite === 'loading'}>
      {known !== null ? (
        <>
          <Avatar name={known.name} picture={smallest(known.picture)} size="l" />
          <span>
            <span className={cx(layout.anywhere, layout.strong, styles.words)}>
              {known.by === null
                ? m.groups_join_invited_to({ group: known.name })
                : m.groups_join_invited_by({ inviter: known.by.displayName, group: known.name })}
            </span>
            <span className={styles.members}>{memberCountLabel(known.memberCount)}</span>
          </span>
        </>
      ) : (
        invite === 'unsure' && <span className={cx(layout.anywhere, layout.strong, styles.words)}>{m.groups_join_invited_words()}</span>
      )}
    </div>
  )
}
