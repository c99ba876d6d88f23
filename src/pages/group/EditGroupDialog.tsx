import { useState } from 'react'
import { groupsEdit } from '#groups/contract.ts'
import { parseDiscordWebhook } from '#groups/rules.ts'
import { GroupForm } from '#groups/ui/GroupForm.tsx'
import type { GroupPageData } from '#groups/ui/use-group.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { Avatar } from '#platform/ui/pictures/Avatar.tsx'
import { PictureEditor } from '#uploads/ui/PictureEditor.tsx'
import { WebhookFields, type WebhookValues } from './WebhookFields.tsx'

/** @param onRemove asks whether to remove the group; undefined: this user may not */
export function EditGroupDialog({
  group,
  onClose,
  onRemove,
}: {
  group: GroupPageData
  onClose: () => void
  onRemove: (() => void) | undefined
}) {
  const edit = useMethod(groupsEdit)
  const { _id: groupId, name, description, visibility, rated = false } = group
  const [webhook, setWebhook] = useState<WebhookValues>({ address: '', removes: false })
  const [webhookError, setWebhookError] = useState<string | null>(null)
  const address = webhook.address.trim()
  return (
    <Dialog open title={m.groups_edit()} onClose={onClose}>
      <PictureEditor
        kind="groupPicUpload"
        context={{ groupId }}
        label={m.groups_edit_picture()}
        shape="square"
        current={group.picture}
        fallback={<Avatar name={name} size="l" />}
        onReady={async key => void (await edit({ groupId, picture: { key } }))}
        onRemove={async () => void (await edit({ groupId, picture: null }))}
      />
      <GroupForm
        initial={{ name, description, visibility, rated }}
        action={m.ui_save_changes()}
        onSend={async fields => {
          if (!webhook.removes && address !== '' && parseDiscordWebhook(address) === null) return setWebhookError(m.rule_discord_webhook())
          await edit({ groupId, ...fields, ...(webhook.removes ? { webhook: null } : address === '' ? {} : { webhook: address }) })
          onClose()
        }}
      >
        <WebhookFields
          groupId={groupId}
          values={webhook}
          error={webhookError}
          onChange={values => {
            setWebhook(values)
            setWebhookError(null)
          }}
        />
      </GroupForm>
      {onRemove !== undefined && (
        <Button wide onClick={onRemove}>
          {m.groups_delete()}
        </Button>
      )}
    </Dialog>
  )
}
