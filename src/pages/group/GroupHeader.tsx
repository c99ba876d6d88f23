import { type ReactNode, useState } from 'react'
import type { GroupRole } from '#groups/contract.ts'
import { runsGroup } from '#groups/ui/group-roles.ts'
import { memberCountLabel } from '#groups/ui/member-count.ts'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { ButtonLink } from '#platform/ui/navigation/ButtonLink.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { smallest } from '#platform/ui/pictures/pictures.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { ReportButton } from '#reports/ui/ReportButton.tsx'
import { webhooksPath } from '#webhooks/rules/webhooks-path.ts'
import { EditGroupDialog } from './EditGroupDialog.tsx'
import { GroupInviteDialog } from './GroupInviteDialog.tsx'
import styles from './group.module.css'
import { JoinButton } from './JoinButton.tsx'
import { RemoveGroupDialog } from './RemoveGroupDialog.tsx'
import { WebhookNotice } from './WebhookNotice.tsx'

type DialogName = 'invite' | 'edit' | 'remove' | null

/** Shows a group, with the actions that the user may take. @param role the user's role; null: not a member */
export function GroupHeader({ group, role }: { group: GroupPageData; role: GroupRole | null }) {
  const [openDialog, setOpenDialog] = useState<DialogName>(null)
  const close = (): void => setOpenDialog(null)
  const isManager = runsGroup(role)
  const dialogs: Record<NonNullable<DialogName>, () => ReactNode> = {
    invite: () => <GroupInviteDialog group={group} onClose={close} />,
    edit: () => <EditGroupDialog group={group} onClose={close} onRemove={role === 'owner' ? () => setOpenDialog('remove') : undefined} />,
    remove: () => <RemoveGroupDialog group={group} onClose={close} />,
  }
  return (
    <header className={layout.stack3}>
      <div className={layout.line4}>
        <Avatar name={group.name} picture={smallest(group.picture)} size="l" />
        <div className={layout.stack1}>
          <h1>{group.name}</h1>
          <p className={layout.muted}>
            {group.visibility === 'private' ? m.groups_is_private() : m.groups_is_public()} · {memberCountLabel(group.memberCount)}
          </p>
        </div>
      </div>
      {group.description !== '' && (
        <p className={styles.description} dir="auto">
          {group.description}
        </p>
      )}
      <div className={cx(layout.row3, styles.actions)}>
        {role === null && <JoinButton groupId={group._id} />}
        {isManager && (
          <Button kind="primary" onClick={() => setOpenDialog('invite')}>
            {m.groups_invite()}
          </Button>
        )}
        {isManager && <Button onClick={() => setOpenDialog('edit')}>{m.groups_edit()}</Button>}
        {role === 'owner' && <ButtonLink href={webhooksPath({ groupId: group._id })}>{m.webhooks_link()}</ButtonLink>}
        {!isManager && (
          <span className={styles.report}>
            <ReportButton kind="group" subjectId={group._id} subjectLabel={m.groups_this_group()} path={`/groups/${group._id}`} />
          </span>
        )}
      </div>
      {isManager && <WebhookNotice groupId={group._id} />}
      {openDialog !== null && dialogs[openDialog]()}
    </header>
  )
}
